import type { EvalType } from '../../instance/instance';
import type { GradedInstance } from '../gradedInstance';
import { END_MARKER, missingMarker, START_MARKER, splitLog, testSection } from '../logs/logLines';
import { evalTypeOf, parserFor } from '../logs/registry';
import type { Outcome } from '../outcome';
import type { InstanceReport, RequiredTest, RuleSetName } from '../report';
import type { LogParser, TestResults } from '../testResult';
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
  const blank = { success: null, status: null, matched: 'absent', line: null } as const;
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
const read = (parser: LogParser, lines: readonly string[]): { results: TestResults; whole: boolean } => {
  const section = testSection(lines);
  const results = parser.parse(section.lines, section.firstLine);
  return results.size > 0 ? { results, whole: false } : { results: parser.parse(lines, 1), whole: true };
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

/**
 * Grades one evaluation log as the SWE-bench harness 4.1 (`swebench-v4`) or 5.0 (`swebench-v5`) does; the rules are
 * `formats.md` B1 and B2. Never throws, whatever the log holds. Work and memory grow with the log's length.
 */
export const gradeLog = (input: GradeInput): Grade => {
  const { instance, log, rules } = input;
  const patch = input.patch ?? { isNone: false, exists: true };
  const parser = parserFor(instance, rules);
  const lines = splitLog(log);
  const signs = environmentSigns(lines);
  const base = { id: instance.id, rules, parser: parser?.name ?? null, signs: signs.signs };
  const stop = (outcome: Outcome, reason: string, results = noResults): Grade => ({
    ...base,
    outcome,
    report: unscored(rules, log, patch),
    tests: withoutRepeats(untested(instance)),
    results,
    reason,
    warnings: warningsOf({ instance, rules, parser, lines, results, tests: [], whole: false, signs }),
  });

  if (patch.isNone || !patch.exists) return stop({ kind: 'none', reason: 'empty' }, 'there is no patch');
  const obstacle = badCodeIn(log) ?? timeOutObstacle(log) ?? markerObstacle(lines);
  if (obstacle) return stop({ kind: 'none', reason: obstacle.kind, detail: obstacle.reason }, obstacle.reason);
  if (parser === null) return stop({ kind: 'none', reason: 'error', detail: noParser(instance) }, noParser(instance));

  const { results, whole } = read(parser, lines);
  const refusal = rules === 'swebench-v5' ? distrust(log, results) : null;
  if (refusal) return stop({ kind: 'unresolved', reason: 'ungradeable' }, refusal, results);

  const evalType = evalTypeOf(instance);
  const tests = matchRequired(listsOf(instance), results, rules, evalType);
  const report = scored(rules, tests);
  return {
    ...base,
    outcome: outcomeOf(report.resolved, results),
    report,
    tests: withoutRepeats(tests),
    results,
    reason: deciding(tests, report.resolved, evalType),
    warnings: warningsOf({ instance, rules, parser, lines, results, tests, whole, signs }),
  };
};

const noParser = (instance: GradedInstance): string =>
  instance.logParser === null
    ? `no log parser is known for the repository ${instance.repo ?? '(none given)'}: set log_parser in the row`
    : `no log parser has the name ${JSON.stringify(instance.logParser)}: check log_parser in the row`;

const outcomeOf = (resolved: boolean, results: TestResults): Outcome => {
  if (resolved) return { kind: 'resolved' };
  return { kind: 'unresolved', reason: results.size === 0 ? 'ungradeable' : 'tests' };
};
