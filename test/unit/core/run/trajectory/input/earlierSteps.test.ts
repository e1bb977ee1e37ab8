import { describe, expect, it } from 'vitest';
import { earlierSteps } from '../../../../../../src/core/run/trajectory/input/earlierSteps';
import type { StepEntry } from '../../../../../../src/core/run/trajectory/trajectoryIndex';

const entries = (...all: readonly Partial<StepEntry>[]): readonly StepEntry[] =>
  all.map(
    (one, at) => ({ idx: at + 1, agentId: 'main', parentStep: null, notices: [], ...one }) as unknown as StepEntry,
  );

describe('the steps before a step in its conversation', () => {
  it('are those of its own agent', () => {
    const all = entries({}, { agentId: 'sub' }, { agentId: 'sub' }, {}, { agentId: 'sub' });
    expect(earlierSteps(all, 4).steps).toEqual([1]);
    expect(earlierSteps(all, 5).steps).toEqual([2, 3]);
    expect(earlierSteps(all, 1).steps).toEqual([]);
  });

  it('leave out branches that were taken back', () => {
    const all = entries({}, {}, {}, { parentStep: 1 }, {});
    expect(earlierSteps(all, 5).steps).toEqual([1, 4]);
  });

  it('begin where the conversation was compacted', () => {
    const all = entries({}, {}, { notices: [{ kind: 'compaction', text: '' }] }, {}, {});
    expect(earlierSteps(all, 5)).toEqual({ steps: [3, 4], compactedAt: 3 });
  });

  it('end with parents that go round in a circle or forward', () => {
    expect(earlierSteps(entries({ parentStep: 2 }, { parentStep: 2 }, { parentStep: 3 }), 3).steps).toEqual([1, 2]);
  });
});
