import { expect, test } from 'vitest';
import { type JudgedSample, joinAnswers } from '../../../../../src/core/review/judge/joinSamples';
import type { JudgedCriterion } from '../../../../../src/core/review/judge/judgeAnswer';
import { joinPair, readPairReply } from '../../../../../src/core/review/judge/readPairReply';

const said = (value: string | null, swapped = false): JudgedSample => {
  const state = value === null ? 'unreadable' : 'value';
  const overall: JudgedCriterion = { id: 'overall', state, value, reason: null, steps: [], unknownSteps: [] };
  return { swapped, reply: { criteria: [], overall, fault: null, contradictions: [] } };
};

test('more than half of the readable samples decide; a tie is undecided', () => {
  expect(joinAnswers([said('right'), said('right'), said('wrong')], 'overall')).toMatchObject({
    value: 'right',
    counts: { '"right"': 2, '"wrong"': 1 },
  });
  expect(joinAnswers([said('right'), said('wrong')], 'overall')).toMatchObject({
    value: null,
    state: 'undecided',
    disagreement: 0.5,
  });
});

test('an unreadable sample has no vote and is counted', () => {
  const joined = joinAnswers([said('right'), said(null), said(null)], 'overall');
  expect(joined).toMatchObject({ value: 'right', disagreement: 0, counts: { '"right"': 1, unreadable: 2 } });
  expect(joinAnswers([said(null)], 'overall')).toMatchObject({ value: null, disagreement: null });
});

test('an answer that turns with the order is seen as such', () => {
  expect(joinAnswers([said('right'), said('wrong', true)], 'overall').flips).toBe(true);
  expect(joinAnswers([said('right'), said('right', true)], 'overall').flips).toBe(false);
  expect(joinAnswers([said('right')], 'overall').flips).toBeNull();
});

test('of two patches the one wins that wins in both positions', () => {
  const both = (first: string | null, second: string | null) =>
    joinPair([
      { swapped: false, winner: first },
      { swapped: true, winner: second },
    ]);
  expect(both('heron-2', 'heron-2')).toEqual({ winner: 'heron-2', reason: null, flips: false });
  expect(both('heron-2', 'kestrel-1')).toMatchObject({ winner: null, flips: true });
  expect(both(null, null)).toMatchObject({ winner: null, flips: null });
  expect(readPairReply('B, clearly').winner).toBeNull();
  expect(readPairReply('{"reason": "r", "winner": "b"}')).toEqual({ winner: 'B', reason: 'r' });
});
