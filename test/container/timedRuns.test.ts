import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import { noTargetSettings } from '../../src/app/evaluation/target';
import { planEvaluation } from '../../src/app/planEvaluation';
import { type TimedPatch, timePatch } from '../../src/app/timePatch';
import { readTimings } from '../../src/core/evaluation/optimisation/timings';
import type { JobFiles, JobSpec } from '../../src/core/run/container/engine';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { exportBase } from '../../src/io/git/exportBase';
import { systemClock } from '../../src/io/jobs/systemClock';
import { EvaluationFolder } from '../../src/io/store/evaluationFolder';
import { sha256 } from '../../src/io/store/sha256';
import { quietHooks } from '../fakes/evaluationProject';
import { tempFolder } from '../fakes/tempFolder';
import { engines } from './engines';

const sample = join(import.meta.dirname, '..', '..', 'samples', 'quickstart');
const temp = tempFolder();
afterAll(() => temp.remove());

const repeats = 5;

/** Evaluates heron-2 on the slow `add` (28), then times it; `changed`: another patch in the timed job. */
const timed = async (open: (typeof engines)[number][1], name: string, change: (patch: string) => string) => {
  const engine = open();
  const specs: JobSpec[] = [];
  const outputs: JobFiles[] = [];
  const seen = {
    submit: (spec: JobSpec, signal?: AbortSignal) => {
      specs.push(spec);
      return engine.submit(spec, signal);
    },
    files: async (ref: { readonly id: string }) => {
      const files = await engine.files(ref);
      outputs.push(files);
      return files;
    },
  };
  const watched = new Proxy(engine, {
    get: (target, key) => {
      if (key === 'submit' || key === 'files') return seen[key];
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const wish = {
    datasetPath: join(sample, 'datasets', 'spandrel.jsonl'),
    predictions: { kind: 'file', path: join(sample, 'runs', 'heron-2', 'predictions.jsonl') } as const,
    instanceIds: ['touchstone-samples__spandrel-28'],
    ...{ runId: null, rules: null, timeoutMs: null, workers: null, repeats: 1, again: true as const },
    settings: noTargetSettings,
  };
  const usual = { rules: 'swebench-v5', timeoutMs: 60_000, workers: 1 } as const;
  const { request } = await planEvaluation(nodeFiles, wish, usual);
  const ports = {
    engine: watched,
    store: new EvaluationFolder(join(temp.path, name)),
    exportBase: (source: Parameters<typeof exportBase>[0], commit: string) => exportBase(source, commit),
    sha256,
    clock: systemClock,
  };
  const signal = new AbortController().signal;
  await evaluate(ports, request, quietHooks, signal);
  const [item, spec] = [request.items[0], specs[0]];
  if (item === undefined || spec === undefined) throw new Error('nothing was evaluated');
  const files = spec.files.map((file) =>
    file.path === '/in/patch.diff'
      ? { ...file, bytes: new TextEncoder().encode(change(new TextDecoder().decode(file.bytes))) }
      : file,
  );
  const { instance } = item;
  const { goldPatch, baseCommit } = instance;
  const asked = { spec: { ...spec, files }, instance, goldPatch, baseCommit, rules: 'swebench-v5' as const };
  const settings = { repeats, threshold: 0.8 };
  const result = await timePatch({ engine: watched, sha256 }, { ...asked, timeoutMs: 20_000, settings }, signal);
  return { result, output: outputs.at(-1) };
};

const runsOf = ({ timings }: TimedPatch) => {
  const read = readTimings(timings ?? '');
  if (!read.ok) throw new Error(read.error);
  return read.value.runs;
};

describe.each(engines)('timed runs in %s', (name, open, here) => {
  it.skipIf(!here)(
    'of base, gold and model stand in turns, each round in another order',
    { timeout: 300_000 },
    async () => {
      const { result, output } = await timed(open, name, (patch) => patch);
      expect(result.optimisation.reason).not.toContain('not known');
      const runs = runsOf(result);
      expect(runs).toHaveLength(3 * (repeats + 1));
      const firsts = runs.filter(({ place }) => place === 1).map(({ tree }) => tree);
      expect(firsts).toEqual(['base', 'gold', 'model', 'base', 'gold', 'model']);
      for (const run of runs) {
        expect(run.wall, JSON.stringify(run)).toBeGreaterThan(0);
        expect(run.user, JSON.stringify(run)).toBeGreaterThan(0);
        // The test of the looks fails on the base alone.
        expect([run.tree, run.testExit]).toEqual([run.tree, run.tree === 'base' ? 1 : 0]);
        expect(run.timedOut).toBe(false);
      }
      const { model, gold, passes, medians, timed: what } = result.optimisation;
      // node:test prints how long each test took: the one to speed up counts, not the start of the process.
      expect([passes, what, model.n, gold.n]).toEqual([true, 'required', repeats, repeats]);
      expect(result.optimisation.score).toBe(1);
      expect(result.optimisation.wallClock?.n).toBe(repeats);
      expect(model.interval?.low).toBeLessThanOrEqual(model.value ?? 0);
      expect(medians.base).toBeGreaterThan(0);
      // Nothing of gold is left where the model's tests could have seen it.
      const goldLine = readGold();
      for (const [file, bytes] of output?.files ?? [])
        if (!file.endsWith('-gold.log')) expect(Buffer.from(bytes).includes(goldLine), file).toBe(false);
    },
  );

  it.skipIf(!here)('give no 1 to a patch whose tests fail', { timeout: 300_000 }, async () => {
    const { result } = await timed(open, `${name}-slow`, () => slowPatch);
    expect(result.optimisation).toMatchObject({ score: 0, passes: false });
  });
});

/** A line that only the gold patch of 28 adds. */
const readGold = (): string => {
  const rows = readFileSync(join(sample, 'datasets', 'spandrel.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const row = rows.map((line) => JSON.parse(line)).find(({ instance_id: id }) => id.endsWith('-28'));
  const line = /^\+(.*found by halving.*)$/m.exec(row.patch)?.[1];
  if (line === undefined) throw new Error('the gold patch of 28 changed');
  return line;
};

/** Applies, and makes nothing faster. */
const slowPatch = `diff --git a/NOTE.md b/NOTE.md
new file mode 100644
--- /dev/null
+++ b/NOTE.md
@@ -0,0 +1 @@
+still slow
`;
