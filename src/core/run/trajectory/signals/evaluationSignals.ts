import { counted } from '../../../shared/counted';
import { ofPatch } from './patchSignals';
import type { Signal, SignalFacts, TestCounts } from './signal';

const partly = (tests: TestCounts | null): readonly Signal[] => {
  if (tests === null || tests.success === 0 || tests.failure === 0) return [];
  const all = tests.success + tests.failure;
  const text = `${tests.success} of the ${all} tests that must turn green did, ${tests.failure} did not.`;
  return [ofPatch('some-tests-pass', 'ISE', 'strong', text, null, 'tests')];
};

const broken = (tests: TestCounts | null): readonly Signal[] => {
  if (tests === null || tests.failure === 0) return [];
  const text = `${counted(tests.failure, 'test')} that must stay green did not, of ${tests.success + tests.failure}.`;
  return [ofPatch('tests-broken', 'ISE', 'strong', text, null, 'tests')];
};

/** What the evaluation of the final patch shows, where there was one. */
export const evaluationSignals = ({ evaluation }: SignalFacts): readonly Signal[] => {
  if (evaluation === null) return [];
  const text = 'The evaluation could not apply the final patch.';
  if (evaluation.isApplied === false) return [ofPatch('patch-not-applied', 'TIE', 'strong', text, null, 'tests')];
  return [...partly(evaluation.failToPass), ...broken(evaluation.passToPass)];
};
