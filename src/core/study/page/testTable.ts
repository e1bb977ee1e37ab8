import type { Repeats } from '../../evaluation/grade/repeats';
import { nearWords, repeatsByTest, repeatWords } from '../../evaluation/grade/testWords';
import type { RequiredTest } from '../../evaluation/report';
import type { Instance } from '../../instance/instance';
import type { TestCell, TestColumn, TestGroup, TestRow } from './instancePage';

/** One evaluated row of the matrix with its tests as graded. */
export interface GradedRun extends TestColumn {
  readonly tests: readonly RequiredTest[];
  /** What its repeats say; left out where there are none. */
  readonly repeats?: Repeats | null;
}

const cellOf = (test: RequiredTest | undefined): TestCell => {
  if (!test) return 'unknown';
  if (test.matched === 'absent') return 'absent';
  if (test.matched === 'skipped' || test.status === 'SKIPPED') return 'skipped';
  return test.success === false ? 'failed' : 'passed';
};

const matchWords = ({ matched, near }: RequiredTest): string[] => {
  if (matched === 'exact') return [];
  if (matched === 'absent') return [`absent from the log${near ? `; ${nearWords(near)}` : ''}`];
  return [matched === 'skipped' ? 'skipped' : 'by prefix'];
};

/** Repeats that agree are said of FAIL_TO_PASS alone: the others stay folded. */
const flakyWords = (test: RequiredTest, run: GradedRun | undefined): string[] => {
  const repeats = repeatsByTest(run?.repeats).get(`${test.required} ${test.name}`);
  if (!repeats || (!repeats.flaky && test.required === 'PASS_TO_PASS')) return [];
  return [`${repeatWords(repeats)}${repeats.flaky ? ' (flaky)' : ''}`];
};

const howOf = (tests: readonly (RequiredTest | undefined)[], runs: readonly GradedRun[]): string =>
  tests
    .flatMap((test, i) => {
      const words = test ? [...matchWords(test), ...flakyWords(test, runs[i])] : [];
      return words.length > 0 ? [`${runs[i]?.label ?? ''}: ${words.join(', ')}`] : [];
    })
    .join('; ');

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
