const LF = 0x0a;
const CR = 0x0d;
const strict = new TextDecoder('utf-8', { fatal: true });

/** Bytes whose lines end at LF alone, and where a CR of a CR LF was taken out: places in the bytes that are left. */
export interface PlainLineEnds {
  readonly length: number;
  readonly removed: readonly number[];
}

/**
 * Makes every line of the first `length` bytes end at LF, in place: a lone CR becomes one, the CR of CR LF goes. The
 * last byte ends a line.
 */
export const plainLineEnds = (bytes: Uint8Array, length: number): PlainLineEnds => {
  const removed: number[] = [];
  let to = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === CR && at + 1 < length && bytes[at + 1] === LF) removed.push(to);
    else {
      bytes[to] = byte === CR ? LF : byte;
      to += 1;
    }
  }
  return { length: to, removed };
};

/** Index after the last whole line end in `[from, end)`; 0 where there is none. A CR at the end may be half of one. */
export const afterLastLineEnd = (bytes: Uint8Array, from: number, end: number): number => {
  for (let at = end - 1; at >= from; at -= 1) if (bytes[at] === LF || (bytes[at] === CR && at < end - 1)) return at + 1;
  return 0;
};

/** Whether all bytes are UTF-8. */
export const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Where the first LF or CR at `from` or later stands; `end` where there is none. */
export const nextLineEnd = (bytes: Uint8Array, from: number, end: number): number => {
  let at = from;
  while (at < end && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
};
