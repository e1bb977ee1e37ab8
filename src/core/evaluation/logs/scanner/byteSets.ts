/** The bits of four bytes at once; the carry of each stays within its byte. */
const LOW = 0x7f7f7f7f;
const HIGH = 0x80808080 | 0;
const LINE_FEEDS = 0x0a0a0a0a;
const LF = 0x0a;

/** Bytes and, of the same memory, the four-byte words; `bytes` begin where the memory does. */
export interface WordView {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
}

export const wordView = (size: number): WordView => {
  const memory = new ArrayBuffer(size - (size % 4));
  return { bytes: new Uint8Array(memory), words: new Int32Array(memory) };
};

/** How many line feeds stand in `[from, to)`. Four bytes are looked at in one step. */
export const countLineFeeds = ({ bytes, words }: WordView, from: number, to: number): number => {
  let count = 0;
  let at = from;
  for (; at < to && (at & 3) !== 0; at += 1) if (bytes[at] === LF) count += 1;
  const end = to >> 2;
  let word = at >> 2;
  for (; word < end; word += 1) {
    const bits = (words[word] as number) ^ LINE_FEEDS;
    // The high bit of each byte that is zero.
    const zero = ~(((bits & LOW) + LOW) | 0 | bits) & HIGH;
    if (zero !== 0) count += Math.imul(zero >>> 7, 0x01010101) >>> 24;
  }
  for (at = Math.max(at, word << 2); at < to; at += 1) if (bytes[at] === LF) count += 1;
  return count;
};

/** What stands among the first `to` bytes: bytes beyond ASCII, and control characters other than line feeds. */
export const census = ({ bytes, words }: WordView, to: number): { wide: boolean; controls: boolean } => {
  let wide = 0;
  let controls = 0;
  const end = to >> 2;
  for (let word = 0; word < end; word += 1) {
    const value = words[word] as number;
    const bits = value ^ LINE_FEEDS;
    const isLineFeed = ~(((bits & LOW) + LOW) | 0 | bits);
    // 0x60 more reaches the high bit from 0x20 on.
    const isControl = ~(((value & LOW) + 0x60606060) | 0 | value);
    wide |= value;
    controls |= isControl & ~isLineFeed;
  }
  for (let at = end << 2; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) wide |= HIGH;
    else if (byte < 0x20 && byte !== LF) controls |= HIGH;
  }
  return { wide: (wide & HIGH) !== 0, controls: (controls & HIGH) !== 0 };
};
