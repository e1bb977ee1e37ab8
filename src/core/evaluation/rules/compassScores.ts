import { coverageWords } from '../coverage/coverageWords';
import type { MeasuredCoverage } from '../coverage/measureCoverage';
import type { GradedInstance } from '../gradedInstance';
import type { RequiredTest } from '../report';
import { noVerdict, nowhere, rulingOfTests, untested } from './judgeTests';
import type { Ruling, Score } from './ruleSet';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const scored = (instance: GradedInstance, score: Score & { value: number }, rule: string, reason: string): Ruling => ({
  resolved: null,
  outcome: { kind: 'scored', ...score },
  score,
  tests: untested(instance),
  rule,
  reason,
  report: null,
});

/** A test has to take less than this share of its time before the patch. */
const optimisedBelow = 0.8;

const faster = (name: string, before: Fields, after: Fields): boolean => {
  const was = numberOf(before[name]);
  const is = numberOf(after[name]);
  return was !== null && is !== null && was > 0 && is > 0 && was * optimisedBelow > is;
};

const timed = (name: string, required: RequiredTest['required'], success: boolean, after: Fields): RequiredTest => {
  const ran = (numberOf(after[name]) ?? 0) > 0;
  return { name, required, success, status: ran ? 'PASSED' : null, matched: ran ? 'exact' : 'absent', ...nowhere };
};

/**
 * Optimisation (`performance_optimization`): times by test before and after the patch, in any one unit. Every
 * PASS_TO_PASS test has to have a time after, and at least half of FAIL_TO_PASS (one test, as a rule) has to take less
 * than 80% of its time before. 1 or 0.
 */
export const decideOptimisation = (instance: GradedInstance, before: unknown, after: unknown): Ruling => {
  if (!isFields(before) || !isFields(after)) {
    const reason = 'the times before and after the patch are no objects of test names and numbers';
    return noVerdict(instance, 'compass.times', 'error', reason);
  }
  const repairs = (instance.failToPass ?? []).map((name) =>
    timed(name, 'FAIL_TO_PASS', faster(name, before, after), after),
  );
  const kept = (instance.passToPass ?? []).map((name) =>
    timed(name, 'PASS_TO_PASS', (numberOf(after[name]) ?? 0) > 0, after),
  );
  const quick = repairs.filter((test) => test.success === true).length;
  const resolved = kept.every((test) => test.success === true) && quick * 2 >= repairs.length;
  const lost = kept.filter((test) => test.success === false).length;
  const reason = `${quick} of ${repairs.length} tests to speed up take less than 80% of their time before; ${lost} of ${kept.length} others did not pass`;
  const ruling = rulingOfTests([...repairs, ...kept], resolved, 'compass.optimisation', reason);
  return { ...ruling, score: { name: 'optimisation', value: resolved ? 1 : 0, max: 1 } };
};

/** Test generation: `patch_coverage_result.json`, executed lines of all lines that the gold patch touched. */
export const decideCoverage = (instance: GradedInstance, document: unknown): Ruling => {
  const overall = isFields(document) ? document['overall'] : undefined;
  const lines = isFields(overall) ? overall['line_coverage'] : undefined;
  const covered = isFields(lines) ? numberOf(lines['covered']) : null;
  const total = isFields(lines) ? numberOf(lines['total']) : null;
  if (covered === null || total === null) {
    const reason = 'patch_coverage_result.json has no overall.line_coverage with covered and total';
    return noVerdict(instance, 'compass.coverage', 'error', reason);
  }
  if (total <= 0) return noVerdict(instance, 'compass.coverage', 'error', 'no line of the patch could be covered');
  const score = { name: 'line coverage', value: covered / total, max: 1 };
  return scored(instance, score, 'compass.coverage', `${covered} of ${total} lines were executed`);
};

/** Test generation measured by us: executed lines of all lines of the files that count. */
export const decideLineCoverage = (instance: GradedInstance, measured: MeasuredCoverage): Ruling => {
  const { share } = measured;
  const words = coverageWords(measured);
  if (share === null) return noVerdict(instance, 'compass.line-coverage', 'error', words);
  return scored(instance, { name: 'line coverage', value: share, max: 1 }, 'compass.line-coverage', words);
};

/** Code understanding: `<id>.json`, the mean over questions of the share of checklist points that a judge granted. */
export const decideChecklist = (instance: GradedInstance, document: unknown): Ruling => {
  const questions = isFields(document) ? document['question_scores'] : undefined;
  const entries = isFields(questions) ? Object.values(questions) : [];
  const scores = entries.map((entry) => (isFields(entry) ? numberOf(entry['score']) : null));
  const known = scores.filter((score) => score !== null);
  if (known.length === 0)
    return noVerdict(instance, 'compass.checklist', 'error', 'the judge gave no question_scores with a score each');
  if (known.length < scores.length) {
    const reason = `${scores.length - known.length} of ${scores.length} questions have no score`;
    return noVerdict(instance, 'compass.checklist', 'error', reason);
  }
  const failed = entries.filter((entry) => isFields(entry) && String(entry['reasoning']).startsWith('Error:')).length;
  const value = known.reduce((sum, score) => sum + score, 0) / known.length;
  const lost = failed === 0 ? '' : `; the judge failed on ${failed} of them, which it counts as 0`;
  const score = { name: 'checklist', value, max: 1 };
  return scored(instance, score, 'compass.checklist', `mean share of points over ${known.length} questions${lost}`);
};

/** The instance as one that SWE-Compass measures by its tests, whatever its source or type. */
export const asGradedByTests = <T extends GradedInstance>(instance: T): T => ({
  ...instance,
  extra: { ...instance.extra, source: 'selected' },
});

/** The benchmark's own `result.json` of a test source: both of its flags have to be true. */
export const decideCompassResult = (instance: GradedInstance, document: unknown): Ruling => {
  const kept = isFields(document) ? document['PASS_TO_PASS_result'] : undefined;
  const repaired = isFields(document) ? document['FAIL_TO_PASS_result'] : undefined;
  if (typeof kept !== 'boolean' || typeof repaired !== 'boolean')
    return noVerdict(
      instance,
      'compass.result',
      'error',
      'result.json lacks PASS_TO_PASS_result or FAIL_TO_PASS_result',
    );
  const ran = (document as Fields)['run_state'] !== false;
  const resolved = kept && repaired;
  const reason = `its result.json: FAIL_TO_PASS ${repaired}, PASS_TO_PASS ${kept}${ran ? '' : '; no result was read'}`;
  const ruling = rulingOfTests(untested(instance), resolved, 'compass.result', reason, null);
  const outcome = resolved || ran ? ruling.outcome : ({ kind: 'unresolved', reason: 'ungradeable' } as const);
  return { ...ruling, outcome, score: { name: 'Pass@1', value: resolved ? 1 : 0, max: 1 } };
};
