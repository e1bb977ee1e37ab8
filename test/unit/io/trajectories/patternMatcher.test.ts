import { describe, expect, it } from 'vitest';
import { patternOf } from '../../../../src/core/run/trajectory/find/findPattern';
import { patternMatcher } from '../../../../src/io/trajectories/patternMatcher';

const matcher = (text: string, wholeWord = false, regex = true) => {
  const pattern = patternOf({ text, matchCase: false, wholeWord, regex });
  if ('fault' in pattern) throw new Error(pattern.fault);
  return patternMatcher(pattern);
};

describe('looking for a pattern', () => {
  it('gives the matches of each text, never empty ones', () => {
    expect(matcher('a*')(['baab', '', 'a'], 10)).toEqual([[{ start: 1, length: 2 }], [], [{ start: 0, length: 1 }]]);
    expect(matcher('^x.$')(['xy\nxz'], 10)?.[0]).toHaveLength(2);
    expect(matcher('a', true)(['a ab'], 10)).toEqual([[{ start: 0, length: 1 }]]);
  });

  it('counts at most so many over all texts', () => {
    for (const regex of [true, false]) {
      const found = matcher('a', false, regex)(['aa', 'aa'], 3);
      expect(found?.map((one) => one.length)).toEqual([2, 1]);
    }
  });

  it('gives up an expression that would take for ever, and works on', () => {
    const slow = matcher('^(a+)+$');
    expect(slow([`${'a'.repeat(40)}b`], 10)).toBeNull();
    expect(slow(['aaa'], 10)?.[0]).toHaveLength(1);
  });
});
