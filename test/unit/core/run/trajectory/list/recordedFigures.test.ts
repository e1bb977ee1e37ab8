import { describe, expect, it } from 'vitest';
import { recordedFigures } from '../../../../../../src/core/run/trajectory/list/recordedFigures';

const none = { durationMs: null, completion: null, costUsd: null };

describe('the figures that steps have', () => {
  it.each([
    [[], { time: false, out: false, cost: false }],
    [[none, none], { time: false, out: false, cost: false }],
    [[none, { ...none, durationMs: 0 }], { time: true, out: false, cost: false }],
    [
      [
        { ...none, completion: 3 },
        { ...none, costUsd: 0 },
      ],
      { time: false, out: true, cost: true },
    ],
  ])('%j', (steps, expected) => {
    expect(recordedFigures(steps)).toEqual(expected);
  });
});
