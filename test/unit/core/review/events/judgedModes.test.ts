import { describe, expect, it } from 'vitest';
import { judgedModes } from '../../../../../src/core/review/events/judgedModes';
import { chainOf, judged } from './chain';

const of = { instance: 'o__r-1', patch: 'ab' };
const verdict = (id: string, presentation: string, overall: unknown, more = {}) => ({
  id,
  type: 'verdict',
  body: judged(presentation, overall, { of, ...more }),
});
const modesOf = (...events: readonly ReturnType<typeof verdict>[]) =>
  judgedModes(chainOf(events).events).map(({ mode }) => mode);

describe('failure modes of verdicts', () => {
  it('come from the question beside the verdict, or are the verdict itself', () => {
    expect(modesOf(verdict('a', 'p1', 'wrong', { failureMode: 'INF' }), verdict('b', 'p2', 'IAT'))).toEqual([
      'INF',
      'IAT',
    ]);
    expect(judgedModes(chainOf([verdict('a', 'p1', 'TKG')]).events)).toEqual([
      { instanceId: 'o__r-1', patchHash: 'ab', mode: 'TKG' },
    ]);
  });

  it('are left out where none is said, or none that is known', () => {
    expect(modesOf(verdict('a', 'p1', 'wrong'), verdict('b', 'p2', 'wrong', { failureMode: 'XYZ' }))).toEqual([]);
  });

  it('are those that stand: an amendment takes the place of what it amends', () => {
    const amend = { ...verdict('b', 'p1', 'ISE', { supersedes: ['a'] }), type: 'amend' };
    expect(modesOf(verdict('a', 'p1', 'RMI'), amend)).toEqual(['ISE']);
    const retract = { ...verdict('b', 'p1', 'RMI', { supersedes: ['a'] }), type: 'retract' };
    expect(modesOf(verdict('a', 'p1', 'RMI'), retract)).toEqual([]);
  });
});
