import { placeOf, testsStatusOf } from '../grade/requiredTests';
import type { GradedInstance } from '../gradedInstance';
import type { NoVerdictReason } from '../outcome';
import type { InstanceReport, RequiredTest } from '../report';
import type { TestResults, TestStatus } from '../testResult';
import type { PatchState, Ruling } from './ruleSet';

type Required = RequiredTest['required'];

/** What a rule set makes of one required test: success, failure, or neither list. Null stands for absent. */
export type Judge = (status: TestStatus | null, required: Required, name: string) => boolean | null;

const one = (name: string, required: Required, results: TestResults, judge: Judge): RequiredTest => {
  const found = results.get(name);
  const status = found?.status ?? null;
  const matched = found === undefined ? 'absent' : status === 'SKIPPED' ? 'skipped' : 'exact';
  const { line, start, end } = placeOf(found);
  return { name, required, success: judge(status, required, name), status, matched, line, start, end };
};

/** Every required test by its exact name, FAIL_TO_PASS first, in the instance's order. */
export const judgeTests = (instance: GradedInstance, results: TestResults, judge: Judge): RequiredTest[] => [
  ...(instance.failToPass ?? []).map((name) => one(name, 'FAIL_TO_PASS', results, judge)),
  ...(instance.passToPass ?? []).map((name) => one(name, 'PASS_TO_PASS', results, judge)),
];

/** Of tests that no log shows: results files have no lines that a person could look up. */
export const nowhere = { line: null, start: null, end: null } as const;

const unread: TestResults = new Map();

/** The required tests of a log that was not read. */
export const untested = (instance: GradedInstance): RequiredTest[] => judgeTests(instance, unread, () => null);

/** How many tests of each kind count as failures: `2 FAIL_TO_PASS and 0 PASS_TO_PASS tests count as failures`. */
export const failureWords = (tests: readonly RequiredTest[]): string => {
  const failed = tests.filter((test) => test.success === false);
  const repairs = failed.filter((test) => test.required === 'FAIL_TO_PASS').length;
  return `${repairs} FAIL_TO_PASS and ${failed.length - repairs} PASS_TO_PASS tests count as failures`;
};

/** The SWE-bench report of tests that were judged; `applied` is false only where the rule set's own reports say so. */
export const reportOfTests = (tests: readonly RequiredTest[], resolved: boolean, applied = true): InstanceReport => ({
  patch_is_None: false,
  patch_exists: true,
  patch_successfully_applied: applied,
  resolved,
  tests_status: testsStatusOf(tests),
});

/** A report that says no more than that nothing could be graded. */
export const emptyReport = (patch: PatchState): InstanceReport => ({
  patch_is_None: patch.isNone,
  patch_exists: patch.exists,
  patch_successfully_applied: false,
  resolved: false,
});

/** A ruling that gives no verdict, with the reason; the report stays null, since no harness would write one. */
export const noVerdict = (
  instance: GradedInstance,
  rule: string,
  why: NoVerdictReason,
  reason: string,
  report: InstanceReport | null = null,
): Ruling => ({
  resolved: null,
  outcome: { kind: 'none', reason: why, detail: reason },
  score: null,
  tests: untested(instance),
  rule,
  reason,
  report,
});

/** What the tests decided, in the words and the report of every rule set that grades by required tests. */
export const rulingOfTests = (
  tests: readonly RequiredTest[],
  resolved: boolean,
  rule: string,
  reason: string,
  report: InstanceReport | null = reportOfTests(tests, resolved),
): Ruling => ({
  resolved,
  outcome: resolved ? { kind: 'resolved' } : { kind: 'unresolved', reason: 'tests' },
  score: null,
  tests,
  rule,
  reason,
  report,
});
