import { describe, expect, it } from 'vitest';
import { ExpectedTimes, longestFirst, timeLeft } from '../../../../../src/core/run/schedule/expectedTimes';

describe('expected times', () => {
  it('what this run saw stands before what earlier records say, and one odd time changes little', () => {
    const times = new ExpectedTimes(new Map([['a', 1000]]));
    expect([times.of('a'), times.of('b'), times.usual()]).toEqual([1000, null, 1000]);
    for (const ms of [3000, 90_000, 3100]) times.seen('a', ms);
    expect(times.of('a')).toBe(3100);
  });

  it('the longest come first, what is unknown in the middle, ties as they were', () => {
    const ms: Record<string, number | null> = { a: 1, b: null, c: 9, d: 5, e: null, f: 5 };
    expect(longestFirst(Object.keys(ms), (key) => ms[key] ?? null)).toEqual(['c', 'd', 'b', 'e', 'f', 'a']);
  });

  it.each([
    [[], null, 4, 0],
    [[null, null], null, 4, null],
    [[4, 4, 4, 4], null, 2, 8],
    [[4, null], 6, 1, 10],
    [[100, 1, 1], null, 4, 100],
  ])('%j left (usual %j) on %i workers: %j', (remaining, usual, width, left) => {
    expect(timeLeft(remaining, usual, width)).toBe(left);
  });
});
