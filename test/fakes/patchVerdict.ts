import type { ItemToOpen } from '../../src/app/recordVerdictOpen';
import { emptyAnswers, type FormAnswers, withAnswer } from '../../src/core/review/form/answers';
import { contextWith, rubricOf } from '../unit/core/review/patchReview';

const value = (answer: boolean | string | number) => ({ given: { kind: 'value' as const, value: answer } });
const text = (input: string) => ({
  evidence: [{ kind: 'text' as const, input, expected: '0-30', got: '0-30 40-100' }],
});

/** A whole verdict by patch-review with a note and three counterexamples in words. */
export const wrongAnswers = (): FormAnswers => {
  let answers: FormAnswers = { ...emptyAnswers, confidence: 5, note: 'The second hole stays.' };
  answers = withAnswer(answers, 'correct', value(true));
  answers = withAnswer(answers, 'general', { ...value(false), ...text('[30-40,10-20]') });
  answers = withAnswer(answers, 'complete', { ...value('required_missing'), ...text('in any order') });
  answers = withAnswer(answers, 'side_effects', value(0));
  answers = withAnswer(answers, 'same_as_gold', { ...value('differs_wrong'), ...text('[30-40,10-20]') });
  return withAnswer(answers, 'overall', value('wrong'));
};

/** An item of patch-review; `document`: the rubric's file, where its text is to be kept. */
export const patchItem = (rater: string, instance = 'i07', document?: unknown): ItemToOpen => ({
  subject: {
    ...{ unit: 'prediction', benchmark: 'swe-bench', instance, base: 'b1' },
    ...{ patch: 'c'.repeat(64), trajectory: null },
  },
  rubric: rubricOf('patch-review'),
  rubricHash: 'd'.repeat(64),
  ...(document === undefined ? {} : { rubricDocument: document }),
  rater,
  context: contextWith('gold'),
  phase: 'main',
  seen: { run: 'kestrel-1', image: null, log: null, dataset: null },
});
