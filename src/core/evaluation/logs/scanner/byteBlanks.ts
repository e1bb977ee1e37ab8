import { isBlank } from '../blanks';

/** Where the first byte of the line `[start, end)` stands that is no blank; `end` where all are. */
export const afterBlanks = (text: Uint8Array, start: number, end: number): number => {
  let at = start;
  while (at < end) {
    const byte = text[at] as number;
    const width = byte < 0x80 ? Number(isBlank(byte)) : wideBlank(text, at, byte);
    if (width === 0) return at;
    at += width;
  }
  return end;
};

/** Bytes of the blank beyond ASCII that begins here; 0 where none does. */
const wideBlank = (text: Uint8Array, at: number, byte: number): number => {
  const next = (text[at + 1] ?? 0) & 0x3f;
  if (byte === 0xc2) return isBlank(0x80 | next) ? 2 : 0;
  if (byte < 0xe1 || byte > 0xe3) return 0;
  return isBlank(((byte & 0x0f) << 12) | (next << 6) | ((text[at + 2] ?? 0) & 0x3f)) ? 3 : 0;
};
