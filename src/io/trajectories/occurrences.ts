interface Occurrences {
  readonly at: readonly number[];
  readonly end: number;
}

/** One byte as one letter, so that a place is a byte. */
const lettersOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

const places = (sought: RegExp, text: string, base: number, into: number[]): void => {
  sought.lastIndex = 0;
  for (let hit = sought.exec(text); hit !== null; hit = sought.exec(text)) into.push(base + hit.index);
};

/**
 * Where a word of ASCII letters, digits and `_` stands in a stream, also over the cut between two chunks; where it
 * overlaps itself, once. An empty word: the ends alone.
 */
export async function* occurrences(
  chunks: AsyncIterable<Uint8Array>,
  word: string,
  ignoreCase: boolean,
): AsyncGenerator<Occurrences> {
  const sought = new RegExp(word.replace(/[^A-Za-z0-9_]/g, ''), ignoreCase ? 'gi' : 'g');
  const reach = Math.max(0, word.length - 1);
  /** One letter shorter than the word: the word may begin in it, and end in the chunks that come. */
  let rest = '';
  let end = 0;
  for await (const chunk of chunks) {
    const at: number[] = [];
    if (word !== '') {
      const text = lettersOf(chunk);
      const joint = rest + text.slice(0, reach);
      if (rest !== '') places(sought, joint, end - rest.length, at);
      places(sought, text, end, at);
      rest = reach === 0 ? '' : (text.length < reach ? rest + text : text).slice(-reach);
    }
    end += chunk.length;
    yield { at, end };
  }
}
