import { type FileHandle, open } from 'node:fs/promises';
import type { RowSeek, SoughtRows } from '../../core/dataset/rowSeek';
import type { Row, RowSpan } from '../../core/shared/files';
import { rowOfBytes } from '../files/jsonLines';

/** Bytes that are looked through at once: some milliseconds, so that other calls of the thread come in between. */
const blockBytes = 4 * 1024 * 1024;

/** Bytes from `offset` on; fewer where the file has become shorter. */
const readAt = async (handle: FileHandle, offset: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await handle.read(bytes, 0, length, offset);
  return bytes.subarray(0, bytesRead);
};

/**
 * The longest stretch of a word that JSON writes in one way alone: letters, digits and marks that no writer escapes.
 * '' where there is none.
 */
const plainPart = (word: string): string =>
  word
    .split(/[^a-z0-9_.,:;=()[\]{}!?#$%*+@^|~-]+/)
    .reduce((best, part) => (part.length > best.length ? part : best), '');

/** Bytes (lower case) of the two characters outside ASCII that become `k` and `i` in lower case, and their escapes. */
const foldedLetters = ['\u00e2\u0084\u00aa', '\\u212a', '\u00e4\u00b0', '\\u0130'];

/** Letters and digits that are written as escapes, which no writer does but any may. */
const escapedLetter = /\\u00(?:3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/;

/** Whether plain parts may be written in another way in this block; then every row of it has to be looked into. */
const hidesWords = (text: string): boolean =>
  foldedLetters.some((letter) => text.includes(letter)) || (text.includes('\\u00') && escapedLetter.test(text));

/** Spans that follow one another, cut into blocks; at least one span each. */
function* blocksOf(spans: readonly RowSpan[]): Generator<readonly [number, number]> {
  let first = 0;
  for (let at = 1; at <= spans.length; at++) {
    const from = spans[first]?.offset ?? 0;
    const next = spans[at];
    if (next && next.offset + next.length - from <= blockBytes) continue;
    yield [first, at];
    first = at;
  }
}

/** Follows one word through a text; each stretch that is asked for lies behind the one before, so all of it is read once. */
class WordPlaces {
  private next: number;

  constructor(
    private readonly text: string,
    private readonly word: string,
  ) {
    this.next = text.indexOf(word);
  }

  within(from: number, to: number): boolean {
    if (this.next >= 0 && this.next < from) this.next = this.text.indexOf(this.word, from);
    return this.next >= 0 && this.next + this.word.length <= to;
  }
}

/** Places of the rows of a block in which all words stand. `text`: the block, a character by byte, lower case. */
const placesIn = (
  text: string,
  spans: readonly RowSpan[],
  [first, end]: readonly [number, number],
  words: readonly string[],
): number[] => {
  const base = spans[first]?.offset ?? 0;
  const sought = words.map((word) => new WordPlaces(text, word));
  const places: number[] = [];
  for (let at = first; at < end; at++) {
    const { offset, length } = spans[at] as RowSpan;
    const from = offset - base;
    if (sought.every((word) => word.within(from, from + length))) places.push(at);
  }
  return places;
};

async function* rowsWith(
  path: string,
  spans: readonly RowSpan[],
  words: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<SoughtRows> {
  const plain = [...new Set(words.map((word) => plainPart(word.toLowerCase())))];
  const handle = await open(path, 'r');
  try {
    for (const block of blocksOf(spans)) {
      signal.throwIfAborted();
      const [base, last] = [spans[block[0]]?.offset ?? 0, spans[block[1] - 1] as RowSpan];
      const bytes = await readAt(handle, base, last.offset + last.length - base);
      const text = bytes.toString('latin1').toLowerCase();
      const places = placesIn(text, spans, block, hidesWords(text) ? [] : plain);
      const rows = places.map((at) => {
        const { offset, length, line } = spans[at] as RowSpan;
        return { at, row: rowOfBytes(bytes.subarray(offset - base, offset - base + length), line) };
      });
      yield { rows, bytes: bytes.length };
    }
  } finally {
    await handle.close();
  }
}

const rowAt = async (path: string, { offset, length, line }: RowSpan): Promise<Row> => {
  const handle = await open(path, 'r');
  try {
    return rowOfBytes(await readAt(handle, offset, length), line);
  } finally {
    await handle.close();
  }
};

/** Single rows of JSON lines by their place in the file. */
export const rowSeek: RowSeek = { rowAt, rowsWith };
