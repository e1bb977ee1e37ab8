import type { EvalType } from '../../instance/instance';
import type { GradedInstance } from '../gradedInstance';
import { isCutId, PrefixMatches } from '../logs/scanner/cutIds';
import type { RequiredTest, TestsStatus, TestsStatusGroup } from '../report';
import type { TestResult, TestResults, TestStatus } from '../testResult';

type Required = RequiredTest['required'];
type Version = 'v4' | 'v5';

const passes = (status: TestStatus): boolean => status === 'PASSED' || status === 'XFAIL';

/** Success, failure, or neither list (null), by the skip rules of each rule set (`formats.md` B1.5 and B2). */
const judge = (status: TestStatus | null, required: Required, version: Version): boolean | null => {
  if (status === null) return false;
  if (passes(status)) return true;
  if (status === 'FAILED' || status === 'ERROR') return false;
  if (status === 'SKIPPED' && version === 'v5') return required === 'PASS_TO_PASS';
  return null;
};

interface Found {
  readonly result: TestResult;
  readonly matched: 'exact' | 'prefix';
}

/**
 * The result of a required id. swebench-v5 also takes an id that was cut inside its brackets for the first result that
 * begins so, if all such results agree on pass.
 */
const find = (name: string, results: TestResults, prefixes: PrefixMatches | null): Found | null => {
  const exact = results.get(name);
  if (exact) return { result: exact, matched: 'exact' };
  const first = prefixes !== null && isCutId(name) ? prefixes.of(name) : null;
  return first && { result: first, matched: 'prefix' };
};

const nowhere = { line: null, start: null, end: null } as const;

/** Where a result stands, in the fields of a required test. */
export const placeOf = (result: TestResult | undefined): Pick<RequiredTest, 'line' | 'start' | 'end'> => {
  const { line, start, end } = result ?? nowhere;
  return { line, start, end };
};

/**
 * Every required id, in the instance's order, with what the log says of it. A repeated id stays repeated. Where only
 * some of the results that a cut id may mean are known, none is taken for it.
 */
export const matchRequired = (
  { failToPass, passToPass }: Pick<GradedInstance, 'failToPass' | 'passToPass'>,
  results: TestResults,
  version: Version,
  evalType: EvalType,
  siblings: 'all' | 'some' = 'all',
): RequiredTest[] => {
  const cut = () => [...(failToPass ?? []), ...(passToPass ?? [])].filter((id) => !results.has(id) && isCutId(id));
  const prefixes =
    version === 'v5' && evalType === 'pass_and_fail' && siblings === 'all'
      ? new PrefixMatches(results, cut, passes)
      : null;
  const match = (name: string, required: Required): RequiredTest => {
    const found = find(name, results, prefixes);
    const status = found?.result.status ?? null;
    const success = evalType === 'fail_only' ? status !== 'FAILED' : judge(status, required, version);
    const matched = found === null ? 'absent' : status === 'SKIPPED' ? 'skipped' : found.matched;
    const { line, start, end } = found?.result ?? nowhere;
    return { name, required, success, status, matched, line, start, end };
  };
  return [
    ...(failToPass ?? []).map((name) => match(name, 'FAIL_TO_PASS')),
    ...(passToPass ?? []).map((name) => match(name, 'PASS_TO_PASS')),
  ];
};

const groupOf = (tests: readonly RequiredTest[], required: Required): TestsStatusGroup => {
  const group = { success: [] as string[], failure: [] as string[] };
  for (const test of tests)
    if (test.required === required && test.success !== null)
      group[test.success ? 'success' : 'failure'].push(test.name);
  return group;
};

/** The four lists of the report. The last two are always empty, as in every report of the harness. */
export const testsStatusOf = (tests: readonly RequiredTest[]): TestsStatus => ({
  FAIL_TO_PASS: groupOf(tests, 'FAIL_TO_PASS'),
  PASS_TO_PASS: groupOf(tests, 'PASS_TO_PASS'),
  FAIL_TO_FAIL: { success: [], failure: [] },
  PASS_TO_FAIL: { success: [], failure: [] },
});

/** Each id once per list, for showing; the harness's lists keep repeats. */
export const withoutRepeats = (tests: readonly RequiredTest[]): readonly RequiredTest[] => {
  const seen = { FAIL_TO_PASS: new Set<string>(), PASS_TO_PASS: new Set<string>() };
  for (const { required, name } of tests) seen[required].add(name);
  if (seen.FAIL_TO_PASS.size + seen.PASS_TO_PASS.size === tests.length) return tests;
  return [...new Map(tests.map((test) => [`${test.required} ${test.name}`, test])).values()];
};
