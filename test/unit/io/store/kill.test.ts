import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { verifyStudy } from '../../../../src/app/verifyStudy';
import { EventWriter } from '../../../../src/io/store/eventWriter';
import { readEvents } from '../../../../src/io/store/readEvents';
import { verifyPorts } from '../../../../src/io/store/verifyPorts';
import { tempFolder } from './tempFolder';

/** Processes that write at once, for two raters, and how many of them are killed in all. */
const atOnce = 8;
const isNight = process.env['TOUCHSTONE_NIGHT'] === '1';
const kills = isNight ? 1000 : 100;

const bundleWriter = async (folder: string): Promise<string> => {
  const outfile = join(folder, 'writer.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../../../fakes/eventWriterProcess.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' },
  });
  return outfile;
};

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('close', () => resolve()));

/** Starts a writer, kills it some milliseconds after it began to write; the ids that it said were saved. */
const killedAfter = async (script: string, root: string, rater: string, delay: number): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [script, root, rater], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), delay);
    said += chunk.toString();
  });
  await ended(child);
  return said.split('\n').slice(0, -1);
};

/** The next process starts the moment one was killed, so that its slot is taken over while the others write. */
const killAll = async (script: string, root: string): Promise<readonly string[]> => {
  const acknowledged: string[] = [];
  let started = 0;
  const lane = async (number: number): Promise<void> => {
    while (started < kills) {
      started++;
      const delay = Math.random() ** 2 * 60;
      acknowledged.push(...(await killedAfter(script, root, `r${1 + (number % 2)}`, delay)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_unused, number) => lane(number)));
  return acknowledged;
};

describe('eight writers that are killed', () => {
  it(
    'lose no verdict that was reported as saved, and break no chain',
    async () => {
      const root = tempFolder();
      const acknowledged = await killAll(await bundleWriter(root), root);
      expect(acknowledged.length).toBeGreaterThan(kills);
      const stored = new Set<string>();
      for await (const { id } of readEvents(root)) stored.add(id);
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      const { findings, chains } = await verifyStudy(verifyPorts, root);
      expect(findings.filter(({ kind }) => kind !== 'torn')).toEqual([]);
      // Eight write at once; one may pass over a slot whose holder dies behind its back.
      expect(chains).toBeLessThanOrEqual(atOnce + 4);
      const next = new EventWriter({
        ...{ root, study: 'pilot', rater: 'r1', host: 'h1', tool: 'touchstone/test' },
        clock: { now: () => new Date().toISOString() },
      });
      expect((await next.append({ type: 'activity', body: {} })).device).toBe('h1-01');
      await next.close();
    },
    isNight ? 600_000 : 60_000,
  );
});
