interface Occurrences {
  readonly at: readonly number[];
  readonly end: number;
}

/**
 * Where a word of ASCII letters, digits and `_` stands in a stream, also over the cut between two chunks: each place
 * once, in order. One byte is one letter here, so that a place is a byte. An empty word: the ends alone.
 */
export async function* occurrences(
  chunks: AsyncIterable<Uint8Array>,
  word: string,
  ignoreCase: boolean,
): AsyncGenerator<Occurrences> {
  const sought = new RegExp(word.replace(/[^A-Za-z0-9_]/g, ''), ignoreCase ? 'gi' : 'g');
  /** One letter shorter than the word: no place in it was told before. */
  let rest = '';
  let end = 0;
  for await (const chunk of chunks) {
    const at: number[] = [];
    if (word !== '') {
      const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
      const base = end - rest.length;
      for (const { index } of text.matchAll(sought)) at.push(base + index);
      rest = text.slice(text.length - Math.min(text.length, word.length - 1));
    }
    end += chunk.length;
    yield { at, end };
  }
}
