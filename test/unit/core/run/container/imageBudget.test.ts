import { describe, expect, it } from 'vitest';
import { overBudget } from '../../../../../src/core/run/container/imageBudget';
import type { KeptImage } from '../../../../../src/core/run/container/keptImage';

const now = Date.parse('2026-11-30T12:00:00Z');
const image = (id: string, lastUsedAt: string | null, inUse: string | null = null): KeptImage => ({
  id,
  names: [`${id}:1`],
  bytes: 10,
  origin: 'pulled',
  lastUsedAt,
  inUse,
});
const old = '2026-11-01T00:00:00Z';
const gone = (images: readonly KeptImage[], budget: number) =>
  overBudget(images, budget, now)?.images.map(({ id }) => id);

describe('images over the budget', () => {
  it('are the least recently used ones, and no more than need be', () => {
    const images = [image('a', null), image('b', old), image('c', old)];
    expect(gone(images, 25)).toEqual(['a']);
    expect(gone(images, 10)).toEqual(['a', 'b']);
    expect(overBudget(images, 15, now)).toMatchObject({ bytes: 20, words: expect.stringContaining('more than') });
  });

  it('are none within it, and none where it is 0', () => {
    expect(gone([image('a', old)], 10)).toBeUndefined();
    expect(gone([image('a', old)], 0)).toBeUndefined();
  });

  it('never are those that a container uses, or that were used a moment ago', () => {
    const images = [image('a', old, 'the container x uses it'), image('b', '2026-11-30T11:55:00Z'), image('c', old)];
    expect(gone(images, 1)).toEqual(['c']);
    expect(gone(images.slice(0, 2), 1)).toBeUndefined();
  });
});
