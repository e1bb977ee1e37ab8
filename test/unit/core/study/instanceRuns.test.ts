import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvaluationEntry, RunEntry, StudyCatalogue } from '../../../../src/core/study/catalogue';
import { instanceRuns } from '../../../../src/core/study/instanceRuns';

const catalogue = (runs: readonly RunEntry[], evaluations: readonly EvaluationEntry[]): StudyCatalogue => ({
  root: '/study',
  studyId: 'study',
  studyFile: null,
  rubric: 'patch-review',
  datasets: [],
  runs,
  evaluations,
  judges: [],
  filesLookedAt: 0,
  problems: [],
});

const run = (id: string, model: string | null, patches: Readonly<Record<string, string | null>>): RunEntry => ({
  id,
  path: `/study/runs/${id}/predictions.jsonl`,
  model,
  base: null,
  attempt: 1,
  predictions: Object.entries(patches).map(([instanceId, patchHash]) => ({
    instanceId,
    patchHash,
    patchBytes: patchHash === '' ? 0 : 10,
  })),
  skipped: [],
});

const evaluation = (fields: Partial<EvaluationEntry>): EvaluationEntry => ({
  runId: 'r',
  model: 'm',
  instanceId: 'a-1',
  repeat: 1,
  folder: '/logs',
  rules: 'swebench-v5',
  outcome: { kind: 'resolved' },
  report: null,
  patchHash: null,
  hasLog: true,
  ...fields,
});

describe('rows of an instance', () => {
  it('joins a prediction with the evaluation of its patch, whatever the run of the evaluation is called', () => {
    const rows = instanceRuns(
      catalogue(
        [run('heron-2', 'heron', { 'a-1': 'h1' })],
        [evaluation({ runId: 'night', model: 'heron', patchHash: 'h1' })],
      ),
    ).get('a-1');
    expect(rows?.map(({ key, outcome }) => [key, outcome?.kind])).toEqual([['heron-2', 'resolved']]);
  });

  it('never joins the evaluation of another patch: it stands as a row of its own', () => {
    const rows = instanceRuns(
      catalogue(
        [run('heron', 'heron', { 'a-1': 'h1' })],
        [evaluation({ runId: 'heron', model: 'heron', patchHash: 'h2' })],
      ),
    ).get('a-1');
    expect(rows?.map(({ kind, outcome }) => [kind, outcome?.kind ?? null])).toEqual([
      ['prediction', null],
      ['evaluation', 'resolved'],
    ]);
  });

  it('prefers the evaluation of its own run over one of another run of the same model', () => {
    const rows = instanceRuns(
      catalogue(
        [run('a1', 'm', { 'a-1': null })],
        [
          evaluation({ runId: 'other', model: 'm' }),
          evaluation({ runId: 'a1', model: 'm', outcome: { kind: 'unresolved', reason: 'tests' } }),
        ],
      ),
    ).get('a-1');
    expect(rows?.find(({ kind }) => kind === 'prediction')?.outcome).toEqual({ kind: 'unresolved', reason: 'tests' });
  });

  it('says "empty" of an empty patch without an evaluation, and nothing of one that was not evaluated', () => {
    const rows = instanceRuns(catalogue([run('e', 'e', { 'a-1': '' }), run('n', 'n', { 'a-1': 'h' })], [])).get('a-1');
    expect(rows?.map(({ outcome }) => outcome)).toEqual([{ kind: 'none', reason: 'empty' }, null]);
  });

  it('puts base and gold first and orders repeats', () => {
    const rows = instanceRuns(
      catalogue(
        [run('p', 'p', { 'a-1': 'h' })],
        [
          evaluation({ runId: 'gold', model: 'gold', repeat: 2, outcome: { kind: 'unresolved', reason: 'tests' } }),
          evaluation({ runId: 'gold', model: 'gold', repeat: 1 }),
          evaluation({ runId: 'base', model: 'base' }),
        ],
      ),
    ).get('a-1');
    expect(rows?.map(({ kind }) => kind)).toEqual(['base', 'gold', 'prediction']);
    expect(rows?.[1]?.evaluations.map(({ repeat }) => repeat)).toEqual([1, 2]);
    expect(rows?.[1]?.outcome).toEqual({ kind: 'resolved' });
  });

  it('loses no evaluation and no prediction, and shows none twice', () => {
    const names = fc.constantFrom('a', 'b', 'gold');
    const anEvaluation = fc.record({
      runId: names,
      model: names,
      instanceId: fc.constantFrom('x-1', 'x-2'),
      repeat: fc.integer({ min: 1, max: 3 }),
      patchHash: fc.constantFrom('h1', 'h2', null),
    });
    const key = (e: { runId: string; model: string; instanceId: string; repeat: number }) =>
      JSON.stringify([e.runId, e.model, e.instanceId, e.repeat]);
    fc.assert(
      fc.property(fc.uniqueArray(anEvaluation, { selector: key }), fc.subarray(['a', 'b']), (evaluations, ids) => {
        const runs = ids.map((id) => run(id, id, { 'x-1': 'h1', 'x-2': 'h2' }));
        const rows = [...instanceRuns(catalogue(runs, evaluations.map(evaluation))).values()].flat();
        const shown = rows.flatMap((row) => row.evaluations.map(key)).sort();
        expect(shown).toEqual(evaluations.map(key).sort());
        expect(rows.filter(({ kind }) => kind === 'prediction').length).toBe(ids.length * 2);
      }),
    );
  });
});
