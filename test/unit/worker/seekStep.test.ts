import { describe, expect, it } from 'vitest';
import { seekStep } from '../../../src/worker/seekStep';

type Sought = Parameters<typeof seekStep>[0][number];

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

describe('the next step of a kind', () => {
  it('is sought forwards and backwards, never the step itself', () => {
    expect(seekStep(steps, 1, 'error', false)).toBe(3);
    expect(seekStep(steps, 3, 'error', false)).toBe(6);
    expect(seekStep(steps, 6, 'error', true)).toBe(3);
    expect(seekStep(steps, 2, 'edit', false)).toBe(6);
    expect(seekStep(steps, 1, 'test', false)).toBe(4);
  });

  it('is 0 where there is none', () => {
    expect(seekStep(steps, 4, 'test', false)).toBe(0);
    expect(seekStep(steps, 3, 'error', true)).toBe(0);
    expect(seekStep([], 1, 'edit', false)).toBe(0);
  });

  it('knows where an agent takes the word', () => {
    expect(seekStep(steps, 1, 'turn', false)).toBe(2);
    expect(seekStep(steps, 2, 'turn', false)).toBe(4);
    expect(seekStep(steps, 4, 'turn', false)).toBe(6);
    expect(seekStep(steps, 6, 'turn', true)).toBe(4);
  });
});
