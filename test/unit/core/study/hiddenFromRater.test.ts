import { describe, expect, it } from 'vitest';
import {
  everythingHidden,
  hiddenFacets,
  hiddenFromRater,
  nothingHidden,
} from '../../../../src/core/study/hiddenFromRater';
import { defaultBlinding, type HiddenUntil } from '../../../../src/core/study/studyFile';

const all = (until: HiddenUntil) => ({
  ...{ model: until, tests: until, judge: until, gold: until, peers: until, signals: until, trajectory: until },
});

describe('what is hidden from a rater', () => {
  it('is nothing where no form is open, whatever the study says', () => {
    expect(hiddenFromRater(all('never'), { isRating: false, hasVerdict: false })).toEqual(nothingHidden);
  });

  it.each([
    ['at-once', nothingHidden, nothingHidden],
    ['after-verdict', everythingHidden, nothingHidden],
    ['after-study', everythingHidden, everythingHidden],
    ['never', everythingHidden, everythingHidden],
  ] as const)('%s, before and after the verdict', (until, before, after) => {
    expect(hiddenFromRater(all(until), { isRating: true, hasVerdict: false })).toEqual(before);
    expect(hiddenFromRater(all(until), { isRating: true, hasVerdict: true })).toEqual(after);
  });

  it('goes by each pane of its own', () => {
    const hidden = hiddenFromRater(defaultBlinding, { isRating: true, hasVerdict: false });
    expect(hiddenFacets(hidden)).toEqual(['model', 'tests', 'judge', 'peers', 'signals', 'trajectory']);
    const goldOnly = { ...all('at-once'), gold: 'never' } as const;
    expect(hiddenFromRater(goldOnly, { isRating: true, hasVerdict: true })).toEqual({ ...nothingHidden, gold: true });
  });
});
