import { describe, expect, it } from 'vitest';
import { rubricText } from '../../../../../src/core/review/rubric/rubricText';
import { shippedRubrics } from '../../../../../src/core/review/rubric/shippedRubrics';
import { rubricOf } from '../patchReview';

describe('the instructions of a rubric', () => {
  it.each(shippedRubrics)('of %s tell every question with its anchors, and its examples with the reason', (id) => {
    const rubric = rubricOf(id);
    const text = rubricText(rubric);
    for (const asked of [...rubric.criteria, rubric.overall]) {
      expect(text).toContain(`### ${asked.question}`);
      for (const { anchor } of asked.options) expect(text).toContain(anchor);
    }
    for (const { why } of rubric.training) expect(text).toContain(`Why: ${why}`);
  });

  it('keep what is given in an example from being read as Markdown', () => {
    const rubric = rubricOf('patch-review');
    const [example] = rubric.training;
    if (!example) throw new Error('no example');
    const given = { statement: '```js\n# no heading\n```' };
    expect(rubricText({ ...rubric, training: [{ ...example, given }] })).toContain(
      '````text\n```js\n# no heading\n```\n````',
    );
  });
});
