import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { execa } from 'execa';
import { defaultLimits } from '../../src/core/run/container/limits';
import type { Session, StepEnd } from '../../src/core/run/container/session';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { type Bench, type Measure, timeInTurn } from './bench';

const image = 'touchstone-tests/shell:host';

/** Opens a session for a bench, or says why there is none. */
const inSession = async (work: (session: Session) => Promise<Measure>): ReturnType<Bench['measure']> => {
  const engine = new DockerEngine(null);
  const here = await engine.ping().then(
    () => execa('docker', ['version']).catch(() => null),
    () => null,
  );
  if (here === null) return { leftOut: 'no Docker engine answers, or there is no docker command' };
  const request = { image, recipe: { base: 'host', packages: [] }, namedByData: false };
  await engine.prepareImage(request, { onProgress: () => {}, confirmPull: async () => false });
  const session = await new DockerSessions(null).openSession({
    labels: { 'dev.touchstone.run': 'bench' },
    image,
    env: {},
    workdir: '/work',
    user: null,
    limits: defaultLimits,
    mounts: [],
    ttlMs: 600_000,
  });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
};

/** Runs a command and counts what it prints. */
const run = async (session: Session, command: readonly string[]): Promise<StepEnd & { readonly bytes: number }> => {
  const step = await session.start({ command, cwd: null, env: {}, user: null, input: null, timeoutMs: 120_000 });
  let bytes = 0;
  for await (const chunk of step.output) bytes += chunk.bytes.length;
  const end = await step.wait();
  if (end.exitCode !== 0) throw new Error(`${command.join(' ')} ended as ${end.kind}: ${end.evidence.join('; ')}`);
  return { ...end, bytes };
};

const at95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const roundTrip: Bench = {
  name: 'a command in a session, the slowest of twenty',
  limit: 2,
  measure: () =>
    inSession(async (session) => {
      const ours: number[] = [];
      const against: number[] = [];
      for (let round = -3; round < 40; round++) {
        const own = await timed(() => run(session, ['true']));
        const other = await timed(() => execa('docker', ['exec', session.id, 'true']));
        if (round < 0) continue;
        ours.push(own);
        against.push(other);
      }
      return { ours: at95(ours), against: at95(against), unit: 'ms', meaning: 'docker exec' };
    }),
};

const printed = 200_000_000;
const printing = ['head', '-c', `${printed}`, '/dev/zero'];

/** The library's own connection, its bytes counted and nothing done with them. */
const rawRun = async (container: Docker.Container): Promise<void> => {
  const exec = await container.exec({ Cmd: printing, AttachStdout: true, AttachStderr: true });
  const stream = await exec.start({ hijack: true, stdin: false });
  let bytes = 0;
  stream.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
  });
  await new Promise((resolve) => stream.once('end', resolve));
  await exec.inspect();
  if (bytes < printed) throw new Error(`Only ${bytes} bytes came`);
};

const streaming: Bench = {
  name: '200 MB of output',
  limit: 1.25,
  measure: () =>
    inSession(async (session) => {
      const container = new Docker().getContainer(session.id);
      const times = await timeInTurn(
        5,
        () => run(session, printing),
        () => rawRun(container),
      );
      return { ...times, unit: 'ms', meaning: "dockerode's own connection, drained" };
    }),
};

const streamingMemory: Bench = {
  name: 'memory while 200 MB of output come',
  limit: 0.5,
  measure: () =>
    inSession(async (session) => {
      await run(session, printing);
      const before = process.memoryUsage.rss();
      let highest = before;
      const look = setInterval(() => {
        highest = Math.max(highest, process.memoryUsage.rss());
      }, 5);
      await run(session, printing);
      clearInterval(look);
      const ours = Math.max(0, highest - before) / 1024;
      return { ours, against: printed / 1024, unit: 'KiB', meaning: 'the output itself' };
    }),
};

const makeTree = (files: number): string => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-tree-'));
  const bytes = Buffer.alloc(Math.floor(100_000_000 / files), 'touchstone ');
  for (let index = 0; index < files; index++) {
    const parent = join(folder, `d${Math.floor(index / 100)}`);
    if (index % 100 === 0) mkdirSync(parent);
    writeFileSync(join(parent, `f${index}`), bytes);
  }
  return folder;
};

const treeIn = (files: number): Bench => ({
  name: `100 MB into a session, ${files === 1 ? 'one file' : `${files} files`}`,
  limit: 1.3,
  measure: () =>
    inSession(async (session) => {
      const folder = makeTree(files);
      let round = 0;
      try {
        const times = await timeInTurn(
          5,
          () => session.upload(folder, `/work/ours${round++}`),
          () => execa('docker', ['cp', folder, `${session.id}:/work/theirs${round++}`]),
        );
        return { ...times, unit: 'ms', meaning: 'docker cp' };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
});

/** Out again: against the command that unpacks by itself. */
const treeOut: Bench = {
  name: '100 MB out of a session, 5000 files',
  limit: null,
  measure: () =>
    inSession(async (session) => {
      const folder = makeTree(5000);
      const to = mkdtempSync(join(tmpdir(), 'touchstone-bench-out-'));
      let round = 0;
      try {
        await session.upload(folder, '/work/tree');
        const download = async () => {
          const target = join(to, `ours${round++}`);
          mkdirSync(target);
          await session.download('/work/tree', target, { limits: { entries: 1e5, bytes: 1e9 }, leaveOut: [] });
        };
        const copy = () => execa('docker', ['cp', `${session.id}:/work/tree`, join(to, `theirs${round++}`)]);
        return { ...(await timeInTurn(5, download, copy)), unit: 'ms', meaning: 'docker cp' };
      } finally {
        for (const each of [folder, to]) rmSync(each, { recursive: true, force: true });
      }
    }),
};

/** Commands, output and trees of a session, held against the docker command and the library. */
export const sessions: readonly Bench[] = [roundTrip, streaming, streamingMemory, treeIn(1), treeIn(5000), treeOut];
