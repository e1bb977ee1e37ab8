import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openTrajectory } from '../../../src/app/trajectory/openTrajectory';
import { readStep } from '../../../src/app/trajectory/readStep';
import { inspectEval } from '../../../src/core/run/trajectory/formats/inspectEval';
import type { RawRecord, TrajectoryPart } from '../../../src/core/run/trajectory/trajectoryFormat';
import { ZipArchive } from '../../../src/io/archive/zipArchive';
import { ZipFault } from '../../../src/io/archive/zipFault';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import { mutations } from '../../fakes/mutateValue';
import { type ReadTrajectory, readRecords, recordsOf } from '../../fakes/readTrajectory';
import { tempFolder } from '../../fakes/tempFolder';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/inspect');
const there = existsSync(folder);
if (!there) console.warn(`real Inspect logs skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const documentOf = async (archive: ZipArchive, name: string): Promise<unknown> => {
  const entry = archive.entry(name);
  const parts: Uint8Array[] = [];
  if (entry) for await (const chunk of archive.bytes(entry)) parts.push(chunk);
  return JSON.parse(Buffer.concat(parts).toString());
};

const recordsOfParts = async (archive: ZipArchive, parts: readonly TrajectoryPart[]): Promise<readonly RawRecord[]> => {
  const found: RawRecord[] = [];
  for (const { path: name, cut } of parts) found.push(...recordsOf(await documentOf(archive, name), cut, name));
  return found;
};

const readAll = async (file: string): Promise<readonly ReadTrajectory[]> => {
  const archive = await ZipArchive.open(file);
  const found: ReadTrajectory[] = [];
  for (const { parts } of inspectEval.folder?.(archive.entries.map((entry) => entry.name))?.trajectories ?? [])
    found.push(readRecords(inspectEval, await recordsOfParts(archive, parts)));
  return found;
};

const readOne = async (name: string): Promise<ReadTrajectory> => {
  const [only, ...others] = await readAll(path.join(folder, name));
  if (!only || others.length > 0) throw new Error(`${name} has not one sample`);
  return only;
};

/** All that is said of it but where it stands. */
const said = ({ head, steps }: ReadTrajectory) => ({ head, steps: steps.map((step) => ({ ...step, rawRefs: [] })) });

describe.skipIf(!there)('Inspect logs, published files', () => {
  it('the chunked and the plain log of ais-decoder are one and the same model', async () => {
    const [chunked, plain] = [await readOne('ais-decoder_chunked.eval'), await readOne('ais-decoder_zstd.eval')];
    expect(said(chunked)).toEqual(said(plain));
    expect(plain.head).toMatchObject({
      instanceId: '1',
      model: 'openai/gpt-5.4',
      status: 'submitted',
      resolved: false,
      totals: { prompt: 122_882, cached: 114_816, completion: 5_574, apiCalls: 10, visibleSteps: 10 },
    });
    expect(plain.head.agents.map((agent) => [agent.kind, agent.name])).toEqual([
      ['main', 'codex_cli'],
      ['reviewer', 'model_graded_qa'],
    ]);
    expect(plain.steps).toHaveLength(15);
    const calls = plain.steps.flatMap((step) => step.calls);
    expect(plain.steps.flatMap((step) => step.observations.map((one) => one.callId))).toEqual(
      calls.map(({ id }) => id),
    );
    expect(JSON.stringify(plain.steps)).not.toContain('"attachment://');
  });

  it('the tokens of its steps add up to what the sample says', async () => {
    const { steps, head } = await readOne('ais-decoder_zstd.eval');
    const sum = (key: 'prompt' | 'completion') => steps.reduce((total, step) => total + (step.usage?.[key] ?? 0), 0);
    expect([sum('prompt'), sum('completion')]).toEqual([head.totals.prompt, head.totals.completion]);
  });

  it('the capture-the-flag log has fifteen samples, each with its C or I', async () => {
    const found = await readAll(path.join(folder, 'docent_intercode_ctf.eval'));
    const archive = await ZipArchive.open(path.join(folder, 'docent_intercode_ctf.eval'));
    const summaries = (await documentOf(archive, 'summaries.json')) as readonly Summary[];
    expect(found.map(({ head }) => [head.instanceId, head.resolved])).toEqual(
      summaries.map(({ id, scores }) => [String(id), scores.includes.value === 'C']),
    );
    expect(found).toHaveLength(15);
    expect(new Set(found.map(({ head }) => head.status))).toEqual(new Set(['submitted', 'limit_turns']));
    for (const { steps } of found) {
      const asked = steps.flatMap((step) => step.calls.map((call) => call.id));
      const answered = new Set(steps.flatMap((step) => step.observations.map((one) => one.callId)));
      expect(asked.filter((id) => !answered.has(id)).length).toBeLessThanOrEqual(1);
    }
  });

  it('the log with pooled messages has each of them once', async () => {
    const { head, steps } = await readOne('log_message_deduplication_v3.eval');
    expect(head).toMatchObject({ version: '3', status: 'submitted', resolved: null, scores: [{ value: 0 }] });
    expect(steps.map((step) => step.role)).toEqual(['user', ...Array(6).fill('agent')]);
    expect(steps.flatMap((step) => step.observations)).toHaveLength(5);
    expect(head.totals).toMatchObject({ prompt: null, completion: null, apiCalls: 6 });
  });

  it.each(['ais-decoder_chunked.eval', 'ais-decoder_zstd.eval'])(
    '%s gives each step again by its places',
    async (name) => {
      const opened = await openTrajectory(openTrajectoryFiles, path.join(folder, name));
      const { steps, head } = await readOne(name);
      expect(opened.head.totals).toEqual(head.totals);
      const again = await Promise.all(opened.entries.map((entry) => readStep(opened, entry)));
      expect(again.map((step) => ({ ...step, rawRefs: [] }))).toEqual(steps.map((step) => ({ ...step, rawRefs: [] })));
    },
  );

  it('spoilt values are read without a fault', async () => {
    for (const name of ['ais-decoder_zstd.eval', 'log_message_deduplication_v3.eval']) {
      const archive = await ZipArchive.open(path.join(folder, name));
      const [trajectory] = inspectEval.folder?.(archive.entries.map((entry) => entry.name))?.trajectories ?? [];
      const part = trajectory?.parts.at(-1);
      if (!part) throw new Error('no sample');
      for (const spoilt of mutations(await documentOf(archive, part.path), 30))
        expect(readRecords(inspectEval, recordsOf(spoilt, part.cut, part.path)).head.format).toBe('inspect-eval');
    }
  });
});

interface Summary {
  readonly id: number;
  readonly scores: { readonly includes: { readonly value: string } };
}

describe.skipIf(!there)('Inspect archives with spoilt bytes', () => {
  const scratch = tempFolder();
  afterAll(() => scratch.remove());

  it.each(['ais-decoder_chunked.eval', 'ais-decoder_zstd.eval', 'log_message_deduplication_v3.eval'])(
    '%s gives its entries or says what is wrong',
    async (name) => {
      const good = readFileSync(path.join(folder, name));
      for (let seed = 1; seed <= 15; seed += 1) {
        const bytes = Buffer.from(good);
        for (let i = 0; i < 12; i += 1) {
          const at = (Math.imul(seed * 31 + i, 2_654_435_761) >>> 0) % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
        }
        await expectSaid(scratch.write('spoilt.eval', seed % 5 === 0 ? bytes.subarray(0, seed * 100) : bytes));
      }
    },
  );
});

const faultOnly = (error: unknown): void => {
  if (!(error instanceof ZipFault)) throw error;
};

const expectSaid = async (file: string): Promise<void> => {
  try {
    const archive = await ZipArchive.open(file);
    for (const entry of archive.entries) {
      try {
        for await (const chunk of archive.bytes(entry)) expect(chunk.length).toBeGreaterThan(0);
      } catch (error) {
        faultOnly(error);
      }
    }
  } catch (error) {
    faultOnly(error);
  }
};
