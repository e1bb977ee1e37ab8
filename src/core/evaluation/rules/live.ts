import type { GradedInstance } from '../gradedInstance';
import type { RequiredTest } from '../report';
import type { TestResult, TestResults, TestStatus } from '../testResult';
import { emptyReport, failureWords, type Judge, judgeTests, noVerdict, nowhere, rulingOfTests } from './judgeTests';
import { obstacleOf } from './obstacles';
import type { RuleSet, Ruling } from './ruleSet';

/**
 * SWE-bench-Live (its `evaluation.py`): FAIL_TO_PASS has to be among the passed, PASS_TO_PASS must not be among the
 * failed. What is neither passed nor skipped is failed there, an expected failure (XFAIL) included. A PASS_TO_PASS
 * that is absent or skipped is in neither list.
 */
const judge: Judge = (status, required) => {
  const passed = status === 'PASSED';
  const failed = status !== null && !passed && status !== 'SKIPPED';
  if (required === 'FAIL_TO_PASS') return passed;
  return failed ? false : passed ? true : null;
};

const reasonOf = (tests: readonly RequiredTest[], resolved: boolean): string => {
  if (!resolved) return failureWords(tests);
  const silent = tests.filter((test) => test.required === 'PASS_TO_PASS' && test.success === null).length;
  const rest = silent === 0 ? '' : `; ${silent} of them were absent or skipped, which is no failure here`;
  return `every FAIL_TO_PASS test passed and no PASS_TO_PASS test failed${rest}`;
};

const byResults = (instance: GradedInstance, results: TestResults): Ruling => {
  const tests = judgeTests(instance, results, judge);
  const resolved = tests.every((test) => test.success !== false);
  const ruling = rulingOfTests(tests, resolved, resolved ? 'live.resolved' : 'live.tests', reasonOf(tests, resolved));
  if (resolved || results.size > 0) return ruling;
  return { ...ruling, outcome: { kind: 'unresolved', reason: 'ungradeable' }, rule: 'live.nothing-read' };
};

/** SWE-bench-Live, whose logs have no markers. */
export const liveRules: RuleSet = {
  name: 'live',
  title: 'SWE-bench-Live',
  markers: 'none',
  keeps: 'required',
  decide: (instance, evidence, patch) =>
    obstacleOf('live', instance, evidence, patch, 'none') ?? byResults(instance, evidence.results),
};

/**
 * The benchmark looks for words inside the status: `pass` anywhere is passed, `fail` anywhere failed. A status with both
 * stands in both of its lists, and a failure of either kind is enough to be unresolved.
 */
const statusOf = (word: string): TestStatus => {
  const low = word.toLowerCase();
  if (low.includes('fail')) return 'FAILED';
  if (low.includes('pass')) return 'PASSED';
  return low.includes('skip') ? 'SKIPPED' : 'OTHER';
};

/**
 * Rules by the `status.json` that the benchmark writes beside its log: `{ "test name": "pass" | "fail" | "skip" }`.
 * A word without `pass` or `fail` is neither. Never throws for bad data.
 */
export const decideLiveStatus = (instance: GradedInstance, document: unknown): Ruling => {
  // The benchmark ends with an error at a status that is no text.
  const words = typeof document === 'object' && document !== null ? Object.entries(document) : null;
  if (words === null || Array.isArray(document) || words.some(([, word]) => typeof word !== 'string'))
    return noVerdict(
      instance,
      'live.status-file',
      'error',
      'status.json is no object of test names and words: grade from the log',
      emptyReport({ isNone: false, exists: true }),
    );
  const results = new Map<string, TestResult>();
  for (const [name, word] of words) {
    const status = statusOf(word);
    if (status !== 'OTHER') results.set(name, { status, line: 1, start: 0, end: 0 });
  }
  const ruling = byResults(instance, results);
  return { ...ruling, tests: ruling.tests.map((test) => ({ ...test, ...nowhere })) };
};
