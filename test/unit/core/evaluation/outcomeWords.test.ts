import { describe, expect, it } from 'vitest';
import { outcomeClass, outcomeCounts, outcomeWords } from '../../../../src/core/evaluation/outcomeWords';

describe('words of an outcome', () => {
  it('names every kind, "no verdict" with its reason', () => {
    expect(outcomeWords(null)).toBe('not evaluated');
    expect(outcomeWords({ kind: 'resolved' })).toBe('resolved');
    expect(outcomeWords({ kind: 'unresolved', reason: 'ungradeable' })).toBe('unresolved: ungradeable');
    expect(outcomeWords({ kind: 'none', reason: 'not-applied' })).toBe('no verdict: not applied');
    expect(outcomeWords({ kind: 'scored', name: 'reward', value: 0.123456, max: 1 })).toBe('reward 0.123 of 1');
    expect(outcomeWords({ kind: 'scored', name: 'reward', value: 12, max: null })).toBe('reward 12');
  });

  it('never counts "no verdict" or "not evaluated" as unresolved', () => {
    const outcomes = [null, { kind: 'none', reason: 'time-out' }, { kind: 'resolved' }] as const;
    expect(outcomes.map(outcomeClass)).toEqual(['not-evaluated', 'none', 'resolved']);
    expect(outcomeCounts(outcomes)).toBe('✓1 ◌1');
  });
});
