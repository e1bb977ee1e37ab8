import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { trajectoryRows } from '../../src/app/trajectory/trajectoryRows';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';
import { TrajectoryReadings } from '../../src/worker/trajectoryReadings';
import type { Bench, Measure } from './bench';
import { madeDocument, madeFolder, madeLines, madeSteps } from './madeTrajectories';

const isNight = process.env['TOUCHSTONE_NIGHT'] === '1' || process.argv.length > 2;
const leftOut = { leftOut: 'takes long; TOUCHSTONE_NIGHT=1 or its name runs it' };

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'tsb-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const since = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const open = (path: string) =>
  new TrajectoryReadings({ files: nodeFiles, openFiles: openTrajectoryFiles }).open(
    { path, which: 0 },
    new AbortController().signal,
  );

/** As a page does it: its shape, then the first step. */
const firstStep = async (path: string): Promise<number> => {
  let stop = (): void => {};
  const taken = await since(async () => {
    const kept = await open(path);
    await kept.step(1);
    stop = () => kept.stop();
  });
  stop();
  return taken;
};

const opening = (
  what: string,
  make: (folder: string, bytes: number) => string,
  [megabytes, most]: readonly [number, number],
): Bench => ({
  name: `first step of a trajectory of ${megabytes} MB, ${what}`,
  limit: 1,
  measure: async () => {
    if (megabytes > 30 && !isNight) return leftOut;
    const ours = await inFolder((folder) => firstStep(make(folder, megabytes * 1e6)));
    return { ours, against: most, unit: 'ms', meaning: 'the most it may take' };
  },
});

const middle = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

const stepChange: Bench = {
  name: 'another step of a trajectory of 30 MB',
  limit: 1,
  measure: () =>
    inFolder(async (folder) => {
      const kept = await open(madeLines(folder, 30e6));
      await kept.done;
      const times: number[] = [];
      for (let idx = 1; idx < 500; idx++) times.push(await since(() => kept.step(idx * 7) ?? Promise.resolve()));
      return { ours: middle(times), against: 50, unit: 'ms', meaning: 'the most it may take' };
    }),
};

const heap = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024;
};

const heapGrowth: Bench = {
  name: 'memory of a trajectory of 300,000 steps',
  limit: 1,
  measure: async () => {
    if (!isNight) return leftOut;
    return inFolder(async (folder): Promise<Measure> => {
      const path = madeSteps(folder, 300_000);
      const before = heap();
      const kept = await open(path);
      await kept.done;
      for (let idx = 1; idx < 2000; idx++) await kept.step(idx * 100);
      const ours = heap() - before;
      // The reading is held until its heap was measured.
      if (kept.opened.entries.length < 300_000) throw new Error('Steps are missing.');
      return { ours, against: 200 * 1024, unit: 'KiB', meaning: 'the most it may take' };
    });
  },
};

const rows = (name: string, most: number, isFirst: boolean): Bench => ({
  name: `${name} of a folder of 1,500 trajectories`,
  limit: 1,
  measure: async () => {
    if (!isNight) return leftOut;
    return inFolder(async (folder): Promise<Measure> => {
      const root = madeFolder(folder, 1500, 200e3);
      const ours = await since(async () => {
        for await (const _row of trajectoryRows({ openFiles: openTrajectoryFiles }, root)) if (isFirst) return;
      });
      return { ours, against: most, unit: 'ms', meaning: 'the most it may take' };
    });
  },
});

const sizes = [
  [30, 1000],
  [130, 2000],
  [1000, 8000],
] as const;

/** What a person waits for. The limits are the times themselves, in milliseconds. */
export const trajectoryOpening: readonly Bench[] = [
  ...sizes.map((size) => opening('JSON lines', madeLines, size)),
  ...sizes.map((size) => opening('one document', madeDocument, size)),
  stepChange,
  heapGrowth,
  rows('first row', 500, true),
  rows('all rows', 5000, false),
];
