import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalWords, wilsonInterval } from '../../../../src/core/shared/wilson';

describe("Wilson's interval", () => {
  // Computed with a standard library: 95% intervals of x of n.
  it.each([
    [4, 20, 0.0806577, 0.4160174],
    [4, 200, 0.0078044, 0.0502871],
    [0, 30, 0, 0.1135134],
    [30, 30, 0.8864866, 1],
  ])('of %i of %i', (x, n, low, high) => {
    expect(wilsonInterval(x, n)?.low).toBeCloseTo(low, 7);
    expect(wilsonInterval(x, n)?.high).toBeCloseTo(high, 7);
  });

  it('is exactly 0 or 1 at its ends, and none of nothing', () => {
    expect(wilsonInterval(0, 3)?.low).toBe(0);
    expect(wilsonInterval(3, 3)?.high).toBe(1);
    for (const [x, n] of [
      [0, 0],
      [2, 1],
      [-1, 1],
      [Number.NaN, 1],
    ] as const)
      expect(wilsonInterval(x, n)).toBeNull();
  });

  it('holds the rate itself, stays within 0 and 1, and is mirrored by failures', () => {
    const counts = fc
      .integer({ min: 1, max: 500 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(counts, ([x, n]) => {
        const { low, high } = wilsonInterval(x, n) ?? { low: 1, high: 0 };
        expect(low >= 0 && low - 1e-12 <= x / n && x / n <= high + 1e-12 && high <= 1).toBe(true);
        expect(wilsonInterval(n - x, n)?.low).toBeCloseTo(1 - high, 10);
      }),
    );
  });

  it('is said in two digits', () => {
    expect(intervalWords(wilsonInterval(3, 5) ?? { low: 0, high: 0 })).toBe('95% .23 to .88');
    expect(intervalWords({ low: 0, high: 1 })).toBe('95% 0 to 1');
  });
});
