import { describe, expect, it } from 'vitest';
import type { FindProgress, FoundIn } from '../../../../src/protocol/trajectoryFind';
import {
  type FoundHit,
  firstFrom,
  foundWords,
  nextHit,
  nothingFound,
  withNews,
} from '../../../../webview/trajectory/foundPlaces';

const step = (idx: number, hits: number): FoundIn => ({ place: { kind: 'step', idx }, hits });
const raw = (start: number, hits: number): FoundIn => ({
  place: { kind: 'raw', file: 'f', start, end: start + 9 },
  hits,
});
const news = (found: readonly FoundIn[], part: Partial<FindProgress> = {}): FindProgress => ({
  ...{ found, state: 'done', steps: 8, rawParts: 1, slow: 0, unread: 0, fault: null },
  ...part,
});
const all = withNews(withNews(nothingFound, news([raw(5, 1), step(9, 1)])), news([step(2, 3)]));

describe('what a search has found', () => {
  it('is gone through in the order of the steps, then where no step is, and around', () => {
    const seen: string[] = [];
    let hit: FoundHit | null = null;
    for (let at = 0; at < 6; at++) {
      hit = nextHit(all, hit, 1, 1);
      seen.push(foundWords(all, hit));
    }
    expect(seen).toEqual(['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5', '1 of 5']);
    expect(foundWords(all, nextHit(all, hit, 2, -1))).toBe('5 of 5');
  });

  it('begins at the step that is shown', () => {
    expect(firstFrom(all, 3)?.place).toEqual({ kind: 'step', idx: 9 });
    expect(firstFrom(all, 10)?.place.kind).toBe('raw');
    expect(nextHit(all, null, 5, -1)).toEqual({ place: { kind: 'step', idx: 2 }, nth: 2 });
    expect(nextHit(nothingFound, null, 5, 1)).toBeNull();
    expect(nextHit(nothingFound, null, 5, -1)).toBeNull();
  });

  it('counts with a plus while more may come, and says what was looked through where there is none', () => {
    expect(foundWords(withNews(all, news([], { state: 'going' })), null)).toBe('? of 5+');
    expect(foundWords(withNews(nothingFound, news([])), null)).toBe('0 of 0 in 8 steps and 1 raw part');
    expect(foundWords(withNews(nothingFound, news([], { rawParts: 0, slow: 2 })), null)).toBe(
      '0 of 0 in 8 steps, 2 steps left out',
    );
    expect(foundWords(withNews(nothingFound, news([], { fault: 'no expression' })), null)).toBe('no expression');
    expect(foundWords(nothingFound, null)).toBe('');
  });
});
