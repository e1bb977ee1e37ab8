import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passRateInterval } from '../../../../../src/core/evaluation/check/passRate';

describe('the interval of a pass rate', () => {
  it.each([
    [2, 3, 0.2077, 0.9385],
    [0, 10, 0, 0.2775],
    [4, 20, 0.0806577, 0.4160174],
    [0, 30, 0, 0.1135134],
    [30, 30, 0.8864866, 1],
    [81, 263, 0.2553, 0.3662],
  ])('%i of %i', (passed, of, low, high) => {
    const interval = passRateInterval(passed, of);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it('holds the rate itself, stays within 0 and 1, and is mirrored by failures', () => {
    const counts = fc
      .integer({ min: 1, max: 500 })
      .chain((of) => fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of)));
    fc.assert(
      fc.property(counts, ([passed, of]) => {
        const { low, high } = passRateInterval(passed, of) ?? { low: 1, high: 0 };
        const mirrored = passRateInterval(of - passed, of);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low - 1e-12 <= passed / of && passed / of <= high + 1e-12).toBe(true);
        expect(mirrored?.low).toBeCloseTo(1 - high, 10);
      }),
    );
    expect(passRateInterval(0, 0)).toBeNull();
  });
});
