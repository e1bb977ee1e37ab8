import { describe, expect, it } from 'vitest';
import { timeText } from '../../../../src/core/shared/timeText';

const minute = 60_000;

describe('how long', () => {
  it.each([
    [-5, '0 s'],
    [8_400, '8 s'],
    [3 * minute + 10_000, '3 min'],
    [60 * minute, '1 h'],
    [125 * minute, '2 h 5 min'],
  ])('%d ms', (ms, words) => expect(timeText(ms)).toBe(words));
});
