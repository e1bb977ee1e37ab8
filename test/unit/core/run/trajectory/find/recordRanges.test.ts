import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapsOf, rangeAt, stepRanges } from '../../../../../../src/core/run/trajectory/find/recordRanges';
import type { StepEntry } from '../../../../../../src/core/run/trajectory/trajectoryIndex';

const entry = (idx: number, ...ranges: readonly (readonly [number, number])[]) =>
  ({
    idx,
    records: ranges.map(([start, end]) => ({ place: '', ref: { file: 'f', start, end, at: [] } })),
  }) as unknown as StepEntry;

describe('bytes and the steps that are built from them', () => {
  it('finds the step of a byte, or the place between', () => {
    const ranges = stepRanges([entry(1, [10, 20], [40, 50]), entry(2, [20, 30])]).get('f') ?? [];
    expect(ranges.map(({ steps }) => steps)).toEqual([[1], [2], [1]]);
    expect([9, 10, 19, 20, 30, 49, 50].map((byte) => rangeAt(ranges, byte))).toEqual([~0, 0, 0, 1, ~2, 2, ~3]);
  });

  it('makes one of ranges that lie over each other', () => {
    expect(stepRanges([entry(1, [0, 10]), entry(2, [0, 10]), entry(3, [5, 12])]).get('f')).toEqual([
      { start: 0, end: 12, steps: [1, 2, 3] },
    ]);
  });

  it('leaves out what is only a separator', () => {
    const ranges = [
      { start: 100, end: 200 },
      { start: 202, end: 300 },
    ];
    expect(gapsOf(ranges, 0, 400)).toEqual([
      { start: 0, end: 100 },
      { start: 300, end: 400 },
    ]);
    expect(gapsOf([], 5, 100)).toEqual([{ start: 5, end: 100 }]);
    expect(gapsOf([{ start: 0, end: 500 }], 100, 400)).toEqual([]);
  });

  it('gives every byte either to a range or to none', () => {
    const range = fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 20 }), fc.nat(240), (all, byte) => {
        const entries = all.map(([start, length], at) => entry(at + 1, [start, start + length]));
        const ranges = stepRanges(entries).get('f') ?? [];
        const place = rangeAt(ranges, byte);
        const own = all.flatMap(([start, length], at) => (byte >= start && byte < start + length ? [at + 1] : []));
        if (place < 0) expect(own).toEqual([]);
        else expect(ranges[place]?.steps).toEqual(expect.arrayContaining(own));
      }),
    );
  });
});
