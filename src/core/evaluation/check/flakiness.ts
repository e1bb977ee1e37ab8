import { counted } from '../../shared/counted';
import { intervalWords, wilsonInterval } from '../../shared/wilson';
import { overRepeats } from '../grade/repeats';
import type { Outcome } from '../outcome';
import { outcomeWords } from '../outcomeWords';
import { type CheckedRun, evidenceOfRun, evidenceOfTest, hasVerdict, isUnknown } from './checkedRun';
import { type Defect, type DefectEvidence, defectOf, type FlakyRate } from './defect';

/** What has to be the same over repeats: the answer, or why there is none. */
const answer = (outcome: Outcome): string => (outcome.kind === 'none' ? `none ${outcome.reason}` : outcome.kind);

const outcomesDiffer = (runs: readonly CheckedRun[]): boolean =>
  new Set(runs.filter((run) => !isUnknown(run)).map(({ outcome }) => answer(outcome))).size > 1;

/** Required tests of one side that passed in some repeats and not in others. */
const ratesOf = (side: CheckedRun['side'], runs: readonly CheckedRun[]): readonly FlakyRate[] =>
  overRepeats(runs)
    .tests.filter(({ flaky }) => flaky)
    .map(({ name, required, passed, failed, leftOut }) => {
      const of = passed + failed + leftOut;
      return { side, name, required, passed, of, interval: wilsonInterval(passed, of) };
    });

/** One run in which the test passed and one in which it did not. */
const apart = (runs: readonly CheckedRun[], { name, required }: FlakyRate): readonly DefectEvidence[] =>
  [true, false].flatMap((wanted) => {
    for (const run of runs) {
      const test = run.tests.find((each) => each.name === name && each.required === required);
      if (test && hasVerdict(run) && (test.success === true) === wanted) return [evidenceOfTest(run, test)];
    }
    return [];
  });

const wordsOf = (side: string, runs: readonly CheckedRun[], rates: readonly FlakyRate[]): string => {
  const [first] = rates;
  if (first === undefined)
    return `${side} came out differently: ${runs.map(({ outcome }) => outcomeWords(outcome)).join(', ')}`;
  const within = first.interval === null ? '' : ` (${intervalWords(first.interval)})`;
  const share = `"${first.name}" passed in ${first.passed} of ${first.of} ${side} runs${within}`;
  return rates.length === 1 ? share : `${share}, and ${counted(rates.length - 1, 'other test')} like it`;
};

/** `flaky`: a required test or the outcome differs over repeats of the same evaluation; base and gold each by itself. */
export const findFlaky = (base: readonly CheckedRun[], gold: readonly CheckedRun[]): readonly Defect[] => {
  const sides = [
    { side: 'gold', runs: gold },
    { side: 'base', runs: base },
  ] as const;
  const found = sides
    .map(({ side, runs }) => ({ side, runs, rates: ratesOf(side, runs) }))
    .filter(({ runs, rates }) => rates.length > 0 || outcomesDiffer(runs));
  if (found.length === 0) return [];
  const words = found.map(({ side, runs, rates }) => wordsOf(side, runs, rates)).join('; ');
  const evidence = found.flatMap(({ runs, rates }) =>
    rates.length > 0 ? rates.flatMap((rate) => apart(runs, rate)) : runs.map((run) => evidenceOfRun(run)),
  );
  const rates = found.flatMap((each) => each.rates);
  return [defectOf('flaky', `${words}.`, evidence, rates)];
};
