import { describe, expect, it } from 'vitest';
import { fitsSought, type SoughtStep } from '../../../../../../src/core/run/trajectory/list/soughtStep';

type Sought = Parameters<typeof fitsSought>[0][number];

const step = (part: Partial<Sought> = {}): Sought => ({
  ...{ agentId: 'main', role: 'agent', kind: 'shell', isError: false },
  ...part,
});

const steps = [
  step({ role: 'user', kind: 'text' }),
  step({ kind: 'edit' }),
  step({ isError: true }),
  step({ agentId: 'helper', kind: 'test' }),
  step({ agentId: 'helper' }),
  step({ kind: 'edit', isError: true }),
];

const all = (what: SoughtStep) => steps.flatMap((_, at) => (fitsSought(steps, at + 1, what) ? [at + 1] : []));

describe('steps of a kind that is sought', () => {
  it('are those that fail, edit or test', () => {
    expect([all('error'), all('edit'), all('test')]).toEqual([[3, 6], [2, 6], [4]]);
  });

  it('are those where an agent takes the word', () => expect(all('turn')).toEqual([2, 4, 6]));

  it('are none where there is no step', () => {
    expect([fitsSought(steps, 0, 'turn'), fitsSought(steps, 7, 'turn'), fitsSought([], 1, 'edit')]).not.toContain(true);
  });
});
