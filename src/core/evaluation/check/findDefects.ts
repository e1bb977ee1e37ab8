import { counted } from '../../shared/counted';
import type { RequiredTest } from '../report';
import { type CheckedRun, evidenceOfRun, evidenceOfSign, evidenceOfTest, hasVerdict } from './checkedRun';
import { type Defect, type DefectEvidence, defectOf } from './defect';
import { findFlaky } from './flakiness';
import { findListDifferences } from './listDifferences';
import { testsInAll } from './testsInAll';

/** Of the time limit; with more than this a machine half as fast would run out of it. */
const slowShare = 0.5;

const endedFor = (runs: readonly CheckedRun[], ...reasons: readonly string[]): readonly CheckedRun[] =>
  runs.filter(({ outcome }) => outcome.kind === 'none' && reasons.includes(outcome.reason));

const ofRuns = (n: number, all: readonly CheckedRun[]): string =>
  all.length === 1 ? 'in its one run' : n === all.length ? `in all ${n} runs` : `in ${n} of ${all.length} runs`;

const failed = ({ success }: RequiredTest): boolean => success === false;

/** `1 of 2 FAIL_TO_PASS and 3 of 27 PASS_TO_PASS`. */
const failingWords = (all: readonly RequiredTest[], failing: readonly RequiredTest[]): string => {
  const share = (required: RequiredTest['required']): string | null => {
    const count = (tests: readonly RequiredTest[]) => tests.filter((test) => test.required === required).length;
    return count(failing) === 0 ? null : `${count(failing)} of ${count(all)} ${required}`;
  };
  return [share('FAIL_TO_PASS'), share('PASS_TO_PASS')].filter((words) => words !== null).join(' and ');
};

const notApplied = (gold: readonly CheckedRun[]): readonly Defect[] => {
  const runs = endedFor(gold, 'not-applied');
  if (runs.length === 0) return [];
  const words = `No tool could apply the gold patch ${ofRuns(runs.length, gold)}.`;
  return [
    defectOf(
      'gold-does-not-apply',
      words,
      runs.map((run) => evidenceOfRun(run)),
    ),
  ];
};

const refusedTests = (runs: readonly CheckedRun[]): readonly Defect[] => {
  const refused = runs.filter(({ refusals }) => refusals.length > 0);
  if (refused.length === 0) return [];
  const sides = [...new Set(refused.map(({ side }) => side))].join(' and ');
  const words = `git refused the test patch before the tests of ${sides}: ${refused[0]?.refusals[0]?.text ?? ''}`;
  const evidence = refused.flatMap((run) => run.refusals.map((sign) => evidenceOfSign(run, sign)));
  return [defectOf('test-patch-does-not-apply', words, evidence)];
};

/** A score of nothing is no success either. */
const passes = ({ outcome }: CheckedRun): boolean =>
  outcome.kind === 'resolved' || (outcome.kind === 'scored' && outcome.value > 0);

/** Failures that differ between the runs are flaky and no failure of gold; those that stay the same are. */
const goldFails = (gold: readonly CheckedRun[]): readonly Defect[] => {
  const judged = gold.filter(hasVerdict);
  const [first] = judged;
  if (first === undefined || judged.some(passes)) return [];
  const lasting = testsInAll(gold, failed);
  if (lasting.length === 0 && first.tests.some(failed)) return [];
  const which = lasting.length === 0 ? first.reason : `${failingWords(first.tests, lasting)} fail`;
  const evidence = lasting.length === 0 ? [evidenceOfRun(first)] : lasting.map((test) => evidenceOfTest(first, test));
  return [defectOf('gold-fails', `Gold is not resolved ${ofRuns(judged.length, gold)}: ${which}.`, evidence)];
};

const withoutResult = (gold: readonly CheckedRun[]): readonly Defect[] => {
  const runs = endedFor(gold, 'error', 'empty');
  if (runs.length === 0) return [];
  const words = `Gold ended without a result ${ofRuns(runs.length, gold)}: ${runs[0]?.reason ?? ''}.`;
  return [
    defectOf(
      'gold-without-result',
      words,
      runs.map((run) => evidenceOfRun(run)),
    ),
  ];
};

/** Where the rule set has scores, base passes if it scores as high as gold. */
const isPassingBase = ({ outcome }: CheckedRun, gold: readonly CheckedRun[]): boolean => {
  if (outcome.kind !== 'scored') return outcome.kind === 'resolved';
  const { value } = outcome;
  return gold.some((run) => run.outcome.kind === 'scored' && run.outcome.value <= value);
};

const basePasses = (base: readonly CheckedRun[], gold: readonly CheckedRun[]): readonly Defect[] => {
  const judged = base.filter(hasVerdict);
  const [first] = judged;
  if (first === undefined || !judged.every((run) => isPassingBase(run, gold))) return [];
  const repairs = first.tests.filter(({ required }) => required === 'FAIL_TO_PASS');
  const words = `Without any patch it is resolved ${ofRuns(judged.length, base)}: all of ${repairs.length} FAIL_TO_PASS pass.`;
  const evidence = repairs.length === 0 ? [evidenceOfRun(first)] : repairs.map((test) => evidenceOfTest(first, test));
  return [defectOf('base-passes', words, evidence)];
};

/**
 * Signs of a missing network count where a test that should pass did not: in its own failure, or, where required tests
 * are absent from the log, in what happened outside of all tests. On base the tests to repair need not pass.
 */
const networkEvidence = (run: CheckedRun): readonly DefectEvidence[] => {
  if (!hasVerdict(run)) return [];
  const due = run.tests.filter((test) => failed(test) && (run.side === 'gold' || test.required === 'PASS_TO_PASS'));
  if (due.length === 0) return [];
  const isAbsent = due.some(({ matched }) => matched === 'absent');
  return run.network.filter(({ place }) => place === 'failure' || isAbsent).map((sign) => evidenceOfSign(run, sign));
};

const needsNetwork = (runs: readonly CheckedRun[]): readonly Defect[] => {
  const evidence = runs.flatMap(networkEvidence);
  const [first] = evidence;
  if (first === undefined) return [];
  const test = evidence.find((each) => each.test !== null)?.test ?? null;
  const where = test === null ? 'the log' : `the failure of "${test}"`;
  return [
    defectOf('needs-network', `A required test fails, and ${where} shows no network: ${first.text ?? ''}`, evidence),
  ];
};

const tooSlow = (gold: readonly CheckedRun[]): readonly Defect[] => {
  const [first] = gold;
  const late = endedFor(gold, 'time-out');
  if (late.length > 0 && first) {
    const words = `Gold ran out of time (${first.timeoutSeconds} s) ${ofRuns(late.length, gold)}.`;
    return [
      defectOf(
        'too-slow',
        words,
        late.map((run) => evidenceOfRun(run)),
      ),
    ];
  }
  const timed = gold.filter((run) => run.testSeconds !== null);
  const fastest = timed.toSorted((a, b) => (a.testSeconds ?? 0) - (b.testSeconds ?? 0))[0];
  if (!fastest || (fastest.testSeconds ?? 0) <= fastest.timeoutSeconds * slowShare) return [];
  const words =
    `The tests of gold take ${fastest.testSeconds} s at the fastest, ` +
    `more than ${slowShare * 100}% of the limit of ${fastest.timeoutSeconds} s.`;
  return [defectOf('too-slow', words, [evidenceOfRun(fastest, null)])];
};

const absent = (gold: readonly CheckedRun[]): readonly Defect[] => {
  const run = gold.find((each) => hasVerdict(each) && each.tests.some(isMissing));
  if (run === undefined) return [];
  const missing = run.tests.filter(isMissing);
  const words = `With gold ${counted(missing.length, 'required test')} of ${run.tests.length} ${missing.length === 1 ? 'is' : 'are'} not in the log.`;
  return [
    defectOf(
      'tests-absent',
      words,
      missing.map((test) => evidenceOfTest(run, test)),
    ),
  ];
};

const isMissing = ({ matched, success }: RequiredTest): boolean => matched === 'absent' && success !== true;

/**
 * What base and gold runs of one instance show to be wrong with it, each with its evidence, in the order of
 * `defectKinds`. An infrastructure failure is nobody's defect; time is judged by gold's fastest run, so that a busy
 * machine makes no instance slow.
 */
export const findDefects = (runs: readonly CheckedRun[]): readonly Defect[] => {
  const base = runs.filter(({ side }) => side === 'base');
  const gold = runs.filter(({ side }) => side === 'gold');
  return [
    ...notApplied(gold),
    ...refusedTests(runs),
    ...goldFails(gold),
    ...withoutResult(gold),
    ...basePasses(base, gold),
    ...findFlaky(base, gold),
    ...needsNetwork(runs),
    ...tooSlow(gold),
    ...absent(gold),
    ...findListDifferences(base, gold),
  ];
};
