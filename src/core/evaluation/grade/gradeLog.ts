import type { EvalType } from '../../instance/instance';
import type { GradedInstance } from '../gradedInstance';
import type { LineParser } from '../logs/lineParser';
import { END_MARKER, missingMarker, START_MARKER, splitLog, testSection } from '../logs/logLines';
import { evalTypeOf, parserFor } from '../logs/registry';
import { readLines } from '../logs/resultsOf';
import type { Outcome } from '../outcome';
import type { InstanceReport, RequiredTest, RuleSetName } from '../report';
import type { TestResults } from '../testResult';
import { badCodeIn, contradicts, exitCodeIn, type Obstacle, runnerRan, timeOutOf } from './evidence';
import type { Grade, GradeInput } from './grade';
import { matchRequired, testsStatusOf, withoutRepeats } from './requiredTests';
import { environmentSigns, infraFailureOf } from './signs';
import { warningsOf } from './warnings';

const noResults: TestResults = new Map();

const listsOf = (instance: GradedInstance) => ({
  failToPass: instance.failToPass ?? [],
  passToPass: instance.passToPass ?? [],
});

/** Tests of a log that could not be graded: none was looked for. */
const untested = (instance: GradedInstance): RequiredTest[] => {
  const { failToPass, passToPass } = listsOf(instance);
  const blank = { success: null, status: null, matched: 'absent', line: null, start: null, end: null } as const;
  return [
    ...failToPass.map((name) => ({ name, required: 'FAIL_TO_PASS' as const, ...blank })),
    ...passToPass.map((name) => ({ name, required: 'PASS_TO_PASS' as const, ...blank })),
  ];
};

const unscored = (rules: RuleSetName, log: string, patch: { isNone: boolean; exists: boolean }): InstanceReport => ({
  patch_is_None: patch.isNone,
  patch_exists: patch.exists,
  patch_successfully_applied: false,
  resolved: false,
  ...(rules === 'swebench-v5' ? infraFailureOf(log) : {}),
});

const scored = (rules: RuleSetName, tests: readonly RequiredTest[]): InstanceReport => ({
  patch_is_None: false,
  patch_exists: true,
  patch_successfully_applied: true,
  resolved: tests.every((test) => test.success !== false),
  ...(rules === 'swebench-v5' ? { infra_failure: false } : {}),
  tests_status: testsStatusOf(tests),
});

const markerObstacle = (lines: readonly string[]): Obstacle | null => {
  const missing = missingMarker(lines);
  if (missing === null) return null;
  const what = missing === 'start' ? 'the tests never started' : 'the tests never ended';
  return { kind: 'error', reason: `${what}: the log lacks "${missing === 'start' ? START_MARKER : END_MARKER}"` };
};

const timeOutObstacle = (log: string): Obstacle | null => {
  const seconds = timeOutOf(log);
  return seconds === null ? null : { kind: 'time-out', reason: `the tests ran out of time after ${seconds} seconds` };
};

/** The section between the markers or, where that gives nothing, the whole log. */
const read = (parser: LineParser, lines: readonly string[]): { results: TestResults; whole: boolean } => {
  const section = testSection(lines);
  const results = readLines(parser, section.lines, section.firstLine);
  return results.size > 0 ? { results, whole: false } : { results: readLines(parser, lines, 1), whole: true };
};

/** Why swebench-v5 refuses a log that swebench-v4 grades; null where it doesn't. */
const distrust = (log: string, results: TestResults): string | null => {
  if (results.size === 0 && !runnerRan(log))
    return 'no result could be read and no summary says that a test ran, so the log is not gradeable';
  const exitCode = exitCodeIn(log);
  return contradicts(exitCode, results)
    ? `the test command ended with exit code ${exitCode} but the log shows no failure, so the log is not gradeable`
    : null;
};

const deciding = (tests: readonly RequiredTest[], resolved: boolean, evalType: EvalType): string => {
  const failed = tests.filter((test) => test.success === false);
  const f2p = failed.filter((test) => test.required === 'FAIL_TO_PASS').length;
  if (!resolved) return `${f2p} FAIL_TO_PASS and ${failed.length - f2p} PASS_TO_PASS tests count as failures`;
  return evalType === 'fail_only' ? 'no required test is listed as failed' : 'no required test counts as a failure';
};

const noParser = (instance: GradedInstance): string =>
  instance.logParser === null
    ? `no log parser is known for the repository ${instance.repo ?? '(none given)'}: set log_parser in the row`
    : `no log parser has the name ${JSON.stringify(instance.logParser)}: check log_parser in the row`;

const outcomeOf = (resolved: boolean, results: TestResults): Outcome => {
  if (resolved) return { kind: 'resolved' };
  return { kind: 'unresolved', reason: results.size === 0 ? 'ungradeable' : 'tests' };
};

/** What every step of one grading needs. */
interface Grading {
  readonly input: GradeInput;
  readonly patch: { readonly isNone: boolean; readonly exists: boolean };
  readonly parser: LineParser | null;
  readonly lines: readonly string[];
}

const gradeOf = (
  { input, parser, lines }: Grading,
  results: TestResults,
  scoring: Pick<Grade, 'outcome' | 'report' | 'tests' | 'reason'>,
  whole: boolean,
): Grade => {
  const { instance, rules } = input;
  const signs = environmentSigns(lines, results.size > 0);
  const ran = results.size > 0 || runnerRan(input.log);
  const warnings = warningsOf({ instance, rules, parser, lines, results, tests: scoring.tests, whole, signs, ran });
  return { id: instance.id, rules, parser: parser?.name ?? null, ...scoring, signs: signs.signs, results, warnings };
};

/** A grade without a look at the tests. */
const stop = (grading: Grading, outcome: Outcome, reason: string, results = noResults): Grade => {
  const { instance, rules, log } = grading.input;
  const report = unscored(rules, log, grading.patch);
  return gradeOf(grading, results, { outcome, report, tests: withoutRepeats(untested(instance)), reason }, false);
};

/** Why there is no verdict; null where the log can be read. */
const obstacleOf = ({ input, parser, patch, lines }: Grading): Obstacle | null => {
  if (patch.isNone || !patch.exists) return { kind: 'empty', reason: 'there is no patch' };
  const obstacle = badCodeIn(input.log) ?? timeOutObstacle(input.log) ?? markerObstacle(lines);
  return obstacle ?? (parser === null ? { kind: 'error', reason: noParser(input.instance) } : null);
};

const scoreTests = (grading: Grading, results: TestResults, whole: boolean): Grade => {
  const { instance, rules } = grading.input;
  const evalType = evalTypeOf(instance);
  const tests = matchRequired(listsOf(instance), results, rules, evalType);
  const report = scored(rules, tests);
  const outcome = outcomeOf(report.resolved, results);
  const reason = deciding(tests, report.resolved, evalType);
  return gradeOf(grading, results, { outcome, report, tests: withoutRepeats(tests), reason }, whole);
};

/**
 * Grades one evaluation log as the SWE-bench harness 4.1 (`swebench-v4`) or 5.0 (`swebench-v5`) does; the rules are
 * `formats.md` B1 and B2. Never throws, whatever the log holds. Work and memory grow with the log's length.
 */
export const gradeLog = (input: GradeInput): Grade => {
  const { instance, log, rules } = input;
  const patch = input.patch ?? { isNone: false, exists: true };
  const grading: Grading = { input, patch, parser: parserFor(instance, rules), lines: splitLog(log) };
  const obstacle = obstacleOf(grading);
  if (obstacle || grading.parser === null) {
    const { kind, reason } = obstacle ?? { kind: 'error', reason: noParser(instance) };
    return stop(grading, { kind: 'none', reason: kind, detail: reason }, reason);
  }
  const { results, whole } = read(grading.parser, grading.lines);
  const refusal = rules === 'swebench-v5' ? distrust(log, results) : null;
  if (refusal) return stop(grading, { kind: 'unresolved', reason: 'ungradeable' }, refusal, results);
  return scoreTests(grading, results, whole);
};
