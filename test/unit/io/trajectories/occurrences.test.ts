import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { occurrences } from '../../../../src/io/trajectories/occurrences';

const chunksOf = async function* (bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};
const found = async (text: string, word: string, ignoreCase: boolean, size: number) => {
  const bytes = Buffer.from(text);
  const at: number[] = [];
  let end = 0;
  for await (const batch of occurrences(chunksOf(bytes, size), word, ignoreCase)) {
    at.push(...batch.at);
    end = batch.end;
  }
  expect(end).toBe(bytes.length);
  return at;
};

describe('where a word stands in bytes', () => {
  it('is told in bytes, also over the cut between two chunks', async () => {
    expect(await found('ä needle NEEDLE', 'needle', false, 4)).toEqual([3]);
    expect(await found('ä needle NEEDLE', 'needle', true, 4)).toEqual([3, 10]);
    expect(await found('aaa', '', false, 2)).toEqual([]);
  });

  it('is the same for every chunking', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '"', 'ä') });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('ab', 'aba', 'b'),
        fc.integer({ min: 1, max: 7 }),
        async (all, word, size) => {
          const places = await found(all, word, true, size);
          const whole = await found(all, word, true, 1000);
          // Where words overlap the cut decides which of them is told; that one is told is enough.
          expect(places.length > 0).toBe(whole.length > 0);
          for (const at of places)
            expect(
              Buffer.from(all)
                .toString('latin1')
                .slice(at, at + word.length)
                .toLowerCase(),
            ).toBe(word);
        },
      ),
    );
  });
});
