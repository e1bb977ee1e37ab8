import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { verifyStudy } from '../../../../src/app/verifyStudy';
import { readEvents } from '../../../../src/io/store/readEvents';
import { verifyPorts } from '../../../../src/io/store/verifyPorts';
import { runs } from '../../../fakes/runs';
import { tempFolder } from './tempFolder';

const rounds = runs(20);

/** Two writers at once, each telling on its standard output the id of every event that it was told is saved. */
const bundleWriter = async (folder: string): Promise<string> => {
  const outfile = join(folder, 'writer.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../../../fakes/eventWriterProcess.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' },
  });
  return outfile;
};

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('close', () => resolve()));

/** Starts a writer and kills it after as many acknowledgements; the ids that it acknowledged. */
const killedAfter = async (script: string, root: string, acknowledgements: number): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [script, root], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.split('\n').length > acknowledgements) child.kill('SIGKILL');
  });
  await ended(child);
  return said.split('\n').slice(0, -1);
};

describe('writers that are killed', () => {
  it(
    'lose no acknowledged event and break no chain',
    async () => {
      const root = tempFolder();
      const script = await bundleWriter(root);
      const acknowledged: string[] = [];
      for (let round = 0; round < rounds / 2; round++) {
        const both = await Promise.all([
          killedAfter(script, root, 1 + (round % 5)),
          killedAfter(script, root, 2 + ((round * 7) % 11)),
        ]);
        acknowledged.push(...both.flat());
      }
      const stored = new Set<string>();
      for await (const { id } of readEvents(root)) stored.add(id);
      expect(acknowledged.length).toBeGreaterThan(rounds);
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      const { findings, chains } = await verifyStudy(verifyPorts, root);
      expect(findings.filter(({ kind }) => kind !== 'torn')).toEqual([]);
      expect(chains).toBe(2);
    },
    runs(60_000),
  );
});
