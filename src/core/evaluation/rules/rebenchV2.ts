import type { GradedInstance } from '../gradedInstance';
import { BLANKS, trimBlanks } from '../logs/blanks';
import { DIGIT, WORD } from '../logs/characterClasses';
import type { TestResult, TestResults } from '../testResult';
import { failureWords, judgeTests, noVerdict, rulingOfTests } from './judgeTests';
import { obstacleOf } from './obstacles';
import type { RuleSet, Ruling } from './ruleSet';

const DIGITS = `[${DIGIT}]+`;

/** What stands in the brackets of a time: `1.34 ms`, `2s`. */
const TIME = new RegExp(`^[${BLANKS}]*${DIGITS}(?:\\.${DIGITS})?[${BLANKS}]*(?:ms|s)[${BLANKS}]*$`, 'iu');

/** ` in 29.08 msec`; blanks are tried from the first of a row alone, which keeps the time linear. */
const INSIDE = new RegExp(
  `(?<![${BLANKS}])[${BLANKS}]+in[${BLANKS}]+${DIGITS}(?:\\.${DIGITS})?[${BLANKS}]+(?:msec|sec)(?![${WORD}])`,
  'giu',
);

/** A name without the time in brackets at its end. */
const withoutEnd = (name: string, open: string, close: string): string => {
  // The letter keeps blanks at the beginning, which a time inside may need.
  const text = trimBlanks(`x${name}`).slice(1);
  const at = text.endsWith(close) ? text.lastIndexOf(open) : -1;
  return at !== -1 && TIME.test(text.slice(at + 1, -1)) ? text.slice(0, at) : name;
};

/**
 * A test's name without the time that it took, as SWE-rebench V2 compares names: ` [1.34 ms]` and ` (1.2s)` at the end,
 * ` in 29.08 msec` anywhere, and the blanks at both ends. Linear.
 */
export const withoutTiming = (name: string): string =>
  trimBlanks(withoutEnd(withoutEnd(name, '[', ']').replace(INSIDE, ''), '(', ')'));

const byPlainName = (results: TestResults): Map<string, TestResult> => {
  const plain = new Map<string, TestResult>();
  for (const [name, result] of results) plain.set(withoutTiming(name), result);
  return plain;
};

/** Whether the tests that passed are exactly the required ones, repeats included: the benchmark's `passed_match`. */
const matchOf = (instance: GradedInstance, results: TestResults): boolean => {
  const expected = [...(instance.passToPass ?? []), ...(instance.failToPass ?? [])].map(withoutTiming);
  const names = new Set(expected);
  const passed = [...results].filter(([, { status }]) => status === 'PASSED').map(([name]) => name);
  return names.size === expected.length && passed.length === names.size && passed.every((name) => names.has(name));
};

const matchWords = (match: boolean): string =>
  match ? 'passed_match is true' : 'passed_match is false: the tests that passed are not exactly the required ones';

/**
 * SWE-rebench V2 (its `eval.py`): the report lists FAIL_TO_PASS among the passed (`from_fail_to_pass`) and
 * PASS_TO_PASS not among them (`failed_from_pass_to_pass`). It names no rule; the natural one is taken, all of the
 * first and none of the second, and `passed_match`, which wants the exact same set, is said beside it.
 */
const decide = (instance: GradedInstance, results: TestResults): Ruling => {
  const plain = byPlainName(results);
  const named = judgeTests(
    {
      ...instance,
      failToPass: (instance.failToPass ?? []).map(withoutTiming),
      passToPass: (instance.passToPass ?? []).map(withoutTiming),
    },
    plain,
    (status) => status === 'PASSED',
  );
  const ids = [...(instance.failToPass ?? []), ...(instance.passToPass ?? [])];
  const tests = named.map((test, index) => ({ ...test, name: ids[index] ?? test.name }));
  const resolved = tests.every((test) => test.success === true);
  const what = resolved ? 'every FAIL_TO_PASS test passed and no PASS_TO_PASS test was lost' : failureWords(tests);
  const reason = `${what}; ${matchWords(matchOf(instance, plain))}`;
  const ruling = rulingOfTests(tests, resolved, resolved ? 'rebench.resolved' : 'rebench.tests', reason);
  if (resolved || plain.size > 0) return ruling;
  return { ...ruling, outcome: { kind: 'unresolved', reason: 'ungradeable' }, rule: 'rebench.nothing-read' };
};

export const rebenchV2Rules: RuleSet = {
  name: 'rebench-v2',
  title: 'SWE-rebench V2',
  markers: 'none',
  keeps: 'all',
  decide: (instance, evidence, patch) =>
    obstacleOf('rebench', instance, evidence, patch, 'none') ?? decide(instance, evidence.results),
};

const textsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : null;

/**
 * Rules by one item of the benchmark's report (`{ instance_id, from_fail_to_pass[], failed_from_pass_to_pass[],
 * passed_match, exit_code, error }`). An `error` is no verdict. Never throws for bad data.
 */
export const decideRebenchReport = (instance: GradedInstance, item: Readonly<Record<string, unknown>>): Ruling => {
  const { error } = item;
  if (typeof error === 'string' && error !== '')
    return noVerdict(instance, 'rebench.report-error', 'error', `the report says: ${error}`);
  const repaired = textsOf(item['from_fail_to_pass']);
  const lost = textsOf(item['failed_from_pass_to_pass']);
  if (repaired === null || lost === null) {
    const reason = 'the report lacks the lists from_fail_to_pass and failed_from_pass_to_pass';
    return noVerdict(instance, 'rebench.report', 'error', reason);
  }
  const good = new Set(repaired.map(withoutTiming));
  const bad = new Set(lost.map(withoutTiming));
  const tests = judgeTests(instance, new Map(), (_status, required, name) =>
    required === 'FAIL_TO_PASS' ? good.has(withoutTiming(name)) : !bad.has(withoutTiming(name)),
  ).map((test) => ({ ...test, matched: test.success === true ? ('exact' as const) : ('absent' as const) }));
  const resolved = tests.every((test) => test.success === true);
  const match = typeof item['passed_match'] === 'boolean' ? matchWords(item['passed_match']) : 'no passed_match given';
  const what = resolved ? 'every FAIL_TO_PASS test passed and no PASS_TO_PASS test was lost' : failureWords(tests);
  return rulingOfTests(
    tests,
    resolved,
    resolved ? 'rebench.resolved' : 'rebench.tests',
    `its report: ${what}; ${match}`,
  );
};
