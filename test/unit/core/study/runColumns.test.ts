import { describe, expect, it } from 'vitest';
import type { EvaluationEntry, RunEntry, StudyCatalogue } from '../../../../src/core/study/catalogue';
import { instanceRuns } from '../../../../src/core/study/instanceRuns';
import { columnNamed, runColumns } from '../../../../src/core/study/runColumns';

const run = (id: string, base: string | null = null): RunEntry => ({
  ...{ id, path: `/runs/${id}`, model: `model of ${id}`, attempt: 1, base, skipped: [] },
  predictions: [{ instanceId: 'a', patchHash: id, patchBytes: 1 }],
});

const evaluation = (
  runId: string,
  model: string,
  rules: EvaluationEntry['rules'],
  instanceId = 'a',
): EvaluationEntry => ({
  ...{ runId, model, instanceId, repeat: 1, folder: '/logs', rules, outcome: { kind: 'resolved' } },
  ...{ report: null, patchHash: null, hasLog: false },
});

const columnsOf = (runs: readonly RunEntry[], evaluations: readonly EvaluationEntry[]) => {
  const catalogue: StudyCatalogue = {
    ...{ root: '/', studyId: 's', studyFile: null, rubric: 'r', datasets: [], runs, evaluations },
    ...{ judges: [], filesLookedAt: 0, problems: [] },
  };
  return runColumns(catalogue, instanceRuns(catalogue));
};

describe('columns of a study', () => {
  const columns = columnsOf(
    [run('child', 'parent'), run('parent')],
    [
      evaluation('gold', 'gold', 'swebench-v5'),
      evaluation('base', 'base', 'swebench-v4'),
      evaluation('child', 'x', 'swebench-v5'),
      evaluation('alone', 'one', 'live'),
      evaluation('alone', 'two', 'pro'),
      evaluation('alone', 'two', 'live', 'b'),
    ],
  );

  it('stand in the order base, gold, runs, evaluations alone; an ambiguous run is named with its model', () => {
    expect(columns.map(({ label }) => label)).toEqual([
      ...['base, no patch', 'gold patch', 'child', 'parent', 'alone/one', 'alone/two'],
    ]);
  });

  it('name every rule set that gave an outcome, and the parent of a run', () => {
    const of = (key: string) => columns.find((column) => column.key === key);
    expect(of('alone/two')?.rules).toEqual(['pro', 'live']);
    expect(of('parent')?.rules).toEqual([]);
    expect(of('child')).toMatchObject({ parent: 'parent', rules: ['swebench-v5'] });
  });

  it('are found by key, run id, label or model, and never guessed where several answer', () => {
    expect(columnNamed(columns, 'gold')?.key).toBe('gold/gold');
    expect(columnNamed(columns, 'alone/two')?.key).toBe('alone/two');
    expect(columnNamed(columns, 'model of child')?.key).toBe('child');
    expect(columnNamed(columns, 'alone')).toBeNull();
    expect(columnNamed(columns, 'nobody')).toBeNull();
  });
});
