import { describe, expect, it } from 'vitest';
import { matchItems } from '../../../../../../src/core/run/trajectory/align/matchItems';

describe('items matched by their keys', () => {
  it('are as many as trajectories have steps', () => {
    const items = Array.from({ length: 200_000 }, (_, at) => ({ keys: [{ id: at, weight: 1 }] }));
    expect(matchItems(items, items)).toHaveLength(200_000);
  });
});
