import type { RequiredTest } from '../../evaluation/report';
import type { Instance } from '../../instance/instance';
import type { TestCell, TestColumn, TestGroup, TestRow } from './instancePage';

/** One evaluated row of the matrix with its tests as graded. */
export interface GradedRun extends TestColumn {
  readonly tests: readonly RequiredTest[];
}

const cellOf = (test: RequiredTest | undefined): TestCell => {
  if (!test) return 'unknown';
  if (test.matched === 'absent') return 'absent';
  if (test.matched === 'skipped' || test.status === 'SKIPPED') return 'skipped';
  return test.success === false ? 'failed' : 'passed';
};

const howOf = (tests: readonly (RequiredTest | undefined)[], columns: readonly TestColumn[]): string => {
  const parts = tests.flatMap((test, i) => {
    const label = columns[i]?.label ?? '';
    if (!test || test.matched === 'exact') return [];
    if (test.matched === 'absent') return [`${label}: absent from the log`];
    if (test.matched === 'skipped') return [`${label}: skipped`];
    return [`${label}: by prefix`];
  });
  return parts.join('; ');
};

const rowOf = (name: string, runs: readonly GradedRun[], byRun: readonly Map<string, RequiredTest>[]): TestRow => {
  const tests = byRun.map((tests) => tests.get(name));
  const shown = tests.findLastIndex((test) => test?.line !== null && test?.line !== undefined);
  const line = tests[shown]?.line ?? null;
  const runKey = runs[shown]?.runKey;
  return {
    name,
    cells: tests.map(cellOf),
    how: howOf(tests, runs),
    log: line !== null && runKey !== undefined ? { runKey, line } : null,
  };
};

const isPlain = (row: TestRow): boolean =>
  row.how === '' && row.cells.every((cell) => cell === 'passed' || cell === 'unknown');

const groupOf = (name: TestGroup['name'], ids: readonly string[], runs: readonly GradedRun[]): TestGroup => {
  const byRun = runs.map((run) => new Map(run.tests.filter((t) => t.required === name).map((t) => [t.name, t])));
  const rows = [...new Set(ids)].map((id) => rowOf(id, runs, byRun));
  if (name === 'FAIL_TO_PASS') return { name, total: rows.length, rows, same: [] };
  return { name, total: rows.length, rows: rows.filter((row) => !isPlain(row)), same: rows.filter(isPlain) };
};

/** Required tests by runs: FAIL_TO_PASS in full, PASS_TO_PASS where a run differs, the rest folded with its count. */
export const testGroups = (instance: Instance, runs: readonly GradedRun[]): readonly TestGroup[] => [
  groupOf('FAIL_TO_PASS', instance.failToPass ?? [], runs),
  groupOf('PASS_TO_PASS', instance.passToPass ?? [], runs),
];
