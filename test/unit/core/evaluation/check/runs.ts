import type { CheckedRun } from '../../../../../src/core/evaluation/check/checkedRun';
import type { RequiredTest } from '../../../../../src/core/evaluation/report';
import type { TestResult, TestStatus } from '../../../../../src/core/evaluation/testResult';

const resultAt = (status: TestStatus, line: number): TestResult => ({ status, line, start: 0, end: 1 });

/** Results of a log with a line for each test. */
const resultsOf = (statuses: Readonly<Record<string, TestStatus>>) =>
  new Map(Object.entries(statuses).map(([name, status], index) => [name, resultAt(status, index + 10)]));

const required = (name: string, list: RequiredTest['required'], found: TestResult | undefined): RequiredTest => ({
  name,
  required: list,
  success: found !== undefined && found.status === 'PASSED',
  status: found?.status ?? null,
  matched: found ? 'exact' : 'absent',
  line: found?.line ?? null,
  start: found?.start ?? null,
  end: found?.end ?? null,
});

export interface Lists {
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
}

/** An instance with one test to repair and one to keep. */
const small: Lists = { failToPass: ['repairs'], passToPass: ['keeps'] };

/** A graded run of one side whose log shows these statuses; resolved where all required tests pass. */
export const run = (
  side: CheckedRun['side'],
  statuses: Readonly<Record<string, TestStatus>>,
  changes: Partial<CheckedRun> = {},
  lists: Lists = small,
): CheckedRun => {
  const results = resultsOf(statuses);
  const tests = [
    ...lists.failToPass.map((name) => required(name, 'FAIL_TO_PASS', results.get(name))),
    ...lists.passToPass.map((name) => required(name, 'PASS_TO_PASS', results.get(name))),
  ];
  const isResolved = tests.every(({ success }) => success === true);
  return {
    side,
    repeat: 1,
    folder: `logs/run_evaluation/check/${side}/a__b-1`,
    outcome: isResolved ? { kind: 'resolved' } : { kind: 'unresolved', reason: 'tests' },
    reason: 'by its tests',
    tests,
    results,
    network: [],
    refusals: [],
    testSeconds: 2,
    timeoutSeconds: 20,
    ...changes,
  };
};

/** A run without a verdict. */
export const ended = (
  side: CheckedRun['side'],
  reason: 'time-out' | 'not-applied' | 'error' | 'infrastructure' | 'empty',
): CheckedRun => ({
  ...run(side, {}),
  outcome: { kind: 'none', reason },
  reason: `ended: ${reason}`,
  tests: [],
  testSeconds: null,
});

/** What a sound instance shows. */
export const soundBase = (): CheckedRun => run('base', { repairs: 'FAILED', keeps: 'PASSED' });
export const soundGold = (): CheckedRun => run('gold', { repairs: 'PASSED', keeps: 'PASSED' });
