import type { EvalType } from '../../instance/instance';
import type { RequiredTest, RuleSetName, TestsStatus, TestsStatusGroup } from '../report';
import type { TestResult, TestResults, TestStatus } from '../testResult';

type Required = RequiredTest['required'];

const passes = (status: TestStatus): boolean => status === 'PASSED' || status === 'XFAIL';

const count = (text: string, character: string): number => text.split(character).length - 1;

/**
 * The result of a required id. swebench-v5 also takes an id that was cut inside its brackets (more `[` than `]`; 676
 * ids of Verified, SWE-bench issue 290) for the first result that begins so, if all such results agree on pass.
 */
const find = (
  name: string,
  results: TestResults,
  prefixes: boolean,
): { result: TestResult; matched: 'exact' | 'prefix' } | null => {
  const exact = results.get(name);
  if (exact) return { result: exact, matched: 'exact' };
  if (!prefixes || count(name, '[') <= count(name, ']')) return null;
  const candidates = [...results].filter(([id]) => id.startsWith(name)).map(([, result]) => result);
  const first = candidates[0];
  if (!first || candidates.some((one) => passes(one.status) !== passes(first.status))) return null;
  return { result: first, matched: 'prefix' };
};

/** Success, failure, or neither list (null), by the skip rules of each rule set (`formats.md` B1.5 and B2). */
const judge = (status: TestStatus | null, required: Required, rules: RuleSetName): boolean | null => {
  if (status === null) return false;
  if (passes(status)) return true;
  if (status === 'FAILED' || status === 'ERROR') return false;
  if (status === 'SKIPPED' && rules === 'swebench-v5') return required === 'PASS_TO_PASS';
  return null;
};

const placeOf = (result: TestResult | undefined) => ({
  line: result?.line ?? null,
  start: result?.start ?? null,
  end: result?.end ?? null,
});

const matchOne = (
  name: string,
  required: Required,
  results: TestResults,
  rules: RuleSetName,
  evalType: EvalType,
): RequiredTest => {
  const found = find(name, results, rules === 'swebench-v5' && evalType === 'pass_and_fail');
  const status = found?.result.status ?? null;
  const success = evalType === 'fail_only' ? status !== 'FAILED' : judge(status, required, rules);
  const matched = found === null ? 'absent' : status === 'SKIPPED' ? 'skipped' : found.matched;
  return { name, required, success, status, matched, ...placeOf(found?.result) };
};

/** Every required id, in the instance's order, with what the log says of it. A repeated id stays repeated. */
export const matchRequired = (
  lists: { readonly failToPass: readonly string[]; readonly passToPass: readonly string[] },
  results: TestResults,
  rules: RuleSetName,
  evalType: EvalType,
): RequiredTest[] => [
  ...lists.failToPass.map((name) => matchOne(name, 'FAIL_TO_PASS', results, rules, evalType)),
  ...lists.passToPass.map((name) => matchOne(name, 'PASS_TO_PASS', results, rules, evalType)),
];

const groupOf = (tests: readonly RequiredTest[], required: Required): TestsStatusGroup => ({
  success: tests.filter((test) => test.required === required && test.success === true).map((test) => test.name),
  failure: tests.filter((test) => test.required === required && test.success === false).map((test) => test.name),
});

/** The four lists of the report. The last two are always empty, as in every report of the harness. */
export const testsStatusOf = (tests: readonly RequiredTest[]): TestsStatus => ({
  FAIL_TO_PASS: groupOf(tests, 'FAIL_TO_PASS'),
  PASS_TO_PASS: groupOf(tests, 'PASS_TO_PASS'),
  FAIL_TO_FAIL: { success: [], failure: [] },
  PASS_TO_FAIL: { success: [], failure: [] },
});

/** Each id once per list, for showing; the harness's lists keep repeats. */
export const withoutRepeats = (tests: readonly RequiredTest[]): RequiredTest[] => [
  ...new Map(tests.map((test) => [`${test.required} ${test.name}`, test])).values(),
];
