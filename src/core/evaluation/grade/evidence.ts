import type { NoVerdictReason } from '../outcome';
import type { TestResults } from '../testResult';

/** Why a log cannot be graded at all, before any test is looked at. */
export interface Obstacle {
  readonly kind: NoVerdictReason;
  readonly reason: string;
}

/** Codes that end grading wherever they stand in the log (SWE-bench `get_logs_eval`). */
const badCodes: readonly (readonly [code: string, kind: NoVerdictReason, words: string])[] = [
  ['>>>>> Patch Apply Failed', 'not-applied', 'the patch did not apply'],
  ['>>>>> Reset Failed', 'error', 'the tree could not be reset'],
  ['>>>>> Tests Errored', 'error', 'the tests could not be run'],
  ['>>>>> Tests Timed Out', 'time-out', 'the tests ran out of time'],
];

/** The first bad code of a log. */
export const badCodeIn = (log: string): Obstacle | null => {
  const found = badCodes.find(([code]) => log.includes(code));
  return found ? { kind: found[1], reason: `${found[2]}: the log holds "${found[0]}"` } : null;
};

/** Seconds of the harness's own time-out note; null where the log has none at its end. */
export const timeOutOf = (log: string): number | null => {
  const found = /Timeout error: (\d{1,12}) seconds exceeded\.?\s*$/.exec(log.slice(-200));
  return found ? Number(found[1]) : null;
};

/**
 * Signs in a log that a runner did run although no result was parsed (SWE-bench 5.0): a summary whose count is not
 * zero. Counts are bounded so that a long row of digits costs no more than its length.
 */
const summaries: readonly RegExp[] = [
  /Executed [1-9]\d{0,9} of \d/,
  /TOTAL: [1-9]\d{0,9} (?:SUCCESS|FAILED)/,
  /[1-9]\d{0,9} passing/,
  /Tests:\s{1,80}[1-9]/,
  /Test Suites:\s{1,80}(?:\d{1,9} \w{1,20}, ){0,8}[1-9]\d{0,9} total/,
  /^# tests [1-9]/m,
  /[1-9]\d{0,9} specs?, \d{1,10} failures?/,
  /': ok$/m,
];

/** Whether a runner's summary says that at least one test ran. */
export const runnerRan = (log: string): boolean => summaries.some((summary) => summary.test(log));

/** The test command's exit code as the script of a v5 row notes it; null where the log has no such marker. */
export const exitCodeIn = (log: string): number | null => {
  const found = />>>>> Test Exit Code:\s{0,80}(-?\d{1,12})/.exec(log);
  return found ? Number(found[1]) : null;
};

/** A failed command whose log shows no failure: the PASSED lines may have been printed by the patch itself. */
export const contradicts = (exitCode: number | null, results: TestResults): boolean => {
  if (exitCode === null || exitCode === 0 || results.size === 0) return false;
  return ![...results.values()].some((result) => result.status === 'FAILED' || result.status === 'ERROR');
};
