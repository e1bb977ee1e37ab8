import { describe, expect, it } from 'vitest';
import { hiddenFromRater, nothingHidden } from '../../../../src/core/study/hiddenFromRater';
import { defaultBlinding, type HiddenUntil } from '../../../../src/core/study/studyFile';

const all = (until: HiddenUntil) => ({ gold: until, tests: until, signals: until });
const everything = { gold: true, tests: true, signals: true };

describe('what is hidden from a rater', () => {
  it('is nothing where no form is open, whatever the study says', () => {
    expect(hiddenFromRater(all('never'), { isRating: false, hasVerdict: false })).toEqual(nothingHidden);
  });

  it.each([
    ['at-once', nothingHidden, nothingHidden],
    ['after-verdict', everything, nothingHidden],
    ['after-study', everything, everything],
    ['never', everything, everything],
  ] as const)('%s, before and after the verdict', (until, before, after) => {
    expect(hiddenFromRater(all(until), { isRating: true, hasVerdict: false })).toEqual(before);
    expect(hiddenFromRater(all(until), { isRating: true, hasVerdict: true })).toEqual(after);
  });

  it('goes by each pane of its own', () => {
    const hidden = hiddenFromRater(defaultBlinding, { isRating: true, hasVerdict: false });
    expect(hidden).toEqual({ gold: false, tests: true, signals: true });
    const goldOnly = { gold: 'never', tests: 'at-once', signals: 'at-once' } as const;
    expect(hiddenFromRater(goldOnly, { isRating: true, hasVerdict: true })).toEqual({ ...nothingHidden, gold: true });
  });
});
