import type { GradedInstance } from '../gradedInstance';
import type { TestResults, TestStatus } from '../testResult';
import { failureWords, type Judge, judgeTests, noVerdict, rulingOfTests } from './judgeTests';
import { obstacleOf } from './obstacles';
import type { RuleSet, Ruling } from './ruleSet';

/** How SWE-Compass measures an instance, by its `source` (its `registry.py` and `summary.py`). */
export type CompassMetric = 'tests' | 'swe-bench' | 'optimisation' | 'coverage' | 'checklist';

const metrics: Readonly<Record<string, CompassMetric>> = {
  selected: 'tests',
  configuration_deployment: 'tests',
  performance_optimization: 'optimisation',
  test_case_generation: 'coverage',
  code_understanding: 'checklist',
  'swe-bench-live': 'swe-bench',
  'swe-bench-multilingual': 'swe-bench',
  'swe-bench-verified': 'swe-bench',
  'swe-rebench': 'swe-bench',
};

/** By words, or by SWE-Compass's own codes. */
const byTaskType: readonly (readonly [RegExp, CompassMetric])[] = [
  [/performance|(?:^| )PO(?: |$)/i, 'optimisation'],
  [/test[ _-]?case|test generation|(?:^| )TG(?: |$)/i, 'coverage'],
  [/understanding|(?:^| )CU(?: |$)/i, 'checklist'],
];

/** By the row's `source`; without one that is known, by its task type as the data or a person says it; else by tests. */
export const compassMetricOf = (instance: GradedInstance): CompassMetric => {
  const source = instance.extra?.['source'];
  const known = typeof source === 'string' ? metrics[source.toLowerCase()] : undefined;
  if (known) return known;
  const said = (instance.labels?.taskTypes ?? []).filter((label) => label.source !== 'inferred');
  const types = said.map(({ value }) => value).join(' ');
  return byTaskType.find(([look]) => look.test(types))?.[1] ?? 'tests';
};

/** FAIL_TO_PASS has to be PASSED; PASS_TO_PASS must not be FAILED, so that absent, skipped and errors are no failure. */
const judge: Judge = (status: TestStatus | null, required) => {
  if (required === 'FAIL_TO_PASS') return status === 'PASSED';
  return status === 'FAILED' ? false : status === 'PASSED' ? true : null;
};

const byResults = (instance: GradedInstance, results: TestResults): Ruling => {
  const tests = judgeTests(instance, results, judge);
  const resolved = results.size > 0 && tests.every((test) => test.success !== false);
  if (results.size === 0) {
    const ruling = rulingOfTests(tests, false, 'compass.nothing-read', 'no result could be read from the log');
    return { ...ruling, outcome: { kind: 'unresolved', reason: 'ungradeable' } };
  }
  const reason = resolved ? 'every FAIL_TO_PASS test passed and no PASS_TO_PASS test failed' : failureWords(tests);
  const score = { name: 'Pass@1', value: resolved ? 1 : 0, max: 1 };
  return { ...rulingOfTests(tests, resolved, resolved ? 'compass.resolved' : 'compass.tests', reason), score };
};

/** Configuration and deployment without a test: what is asked for is that the build ends well. */
const isBuildOnly = (instance: GradedInstance): boolean =>
  compassMetricOf(instance) === 'tests' &&
  (instance.failToPass ?? []).length === 0 &&
  (instance.passToPass ?? []).length === 0;

/** By the exit code that the script notes; no required test is no reason to call anything resolved. */
const byBuild = (instance: GradedInstance, exitCode: number | null): Ruling => {
  if (exitCode === null) {
    const reason = 'no test is required, and the log holds no exit code of a build';
    return noVerdict(instance, 'compass.no-build', 'error', reason);
  }
  const built = exitCode === 0;
  const reason = `no test is required: the build ended with exit code ${exitCode}`;
  const ruling = rulingOfTests([], built, 'compass.build', reason);
  return { ...ruling, score: { name: 'Pass@1', value: built ? 1 : 0, max: 1 } };
};

/** What a test log alone can't show. */
const unmeasured: Readonly<Partial<Record<CompassMetric, string>>> = {
  optimisation: 'by the times of its tests before and after, and there are none: evaluate it with --optimisation',
  coverage: 'by line coverage, and no coverage report lies beside the log',
  checklist: "by a judge's checklist, which is no part of a test log",
};

const byOtherMeasure = (instance: GradedInstance): Ruling | null => {
  const metric = compassMetricOf(instance);
  const words = unmeasured[metric];
  return words === undefined
    ? null
    : noVerdict(instance, `compass.no-${metric}`, 'error', `SWE-Compass measures this instance ${words}`);
};

/**
 * SWE-Compass over a test log (sources `selected` and `configuration_deployment`). Its other measures have files of
 * their own: `compassScores.ts`.
 */
export const compassRules: RuleSet = {
  name: 'compass',
  title: 'SWE-Compass',
  markers: 'none',
  keeps: 'required',
  decide: (instance, evidence, patch) =>
    (isBuildOnly(instance) && evidence.timeOutSeconds === null && patch.exists && !patch.isNone
      ? byBuild(instance, evidence.exitCode)
      : null) ??
    obstacleOf('compass', instance, evidence, patch, 'none') ??
    byOtherMeasure(instance) ??
    byResults(instance, evidence.results),
};
