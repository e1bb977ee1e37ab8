import { type CueBytes, standsAt } from './anywhereCues';
import { afterBlanks } from './byteBlanks';

/** A cue at one edge of a line. */
export interface EdgeCue extends CueBytes {
  readonly at: 'start' | 'indented' | 'end';
}

const START = 1;
const INDENTED = 2;
const END = 4;
const BLANK = 8;
const none: readonly EdgeCue[] = [];

const isBlankStart = (byte: number): boolean =>
  (byte <= 0x20 && byte !== 0) || byte === 0xc2 || (byte >= 0xe1 && byte <= 0xe3);

/** Cues at the edges of lines, told apart by their first or last byte: most lines need no more than two looks. */
export class EdgeCues {
  /** What a byte can be: where a cue starts with it or ends with it, or a blank where some cue comes after blanks. */
  private readonly kinds = new Uint8Array(256);
  private readonly byFirst: (readonly EdgeCue[])[] = Array.from({ length: 256 }, () => none);
  private readonly byLast: (readonly EdgeCue[])[] = Array.from({ length: 256 }, () => none);

  constructor(cues: readonly EdgeCue[]) {
    for (const cue of cues) {
      const lists = cue.at === 'end' ? this.byLast : this.byFirst;
      const byte = (cue.at === 'end' ? cue.bytes.at(-1) : cue.bytes[0]) ?? 0;
      lists[byte] = [...(lists[byte] ?? none), cue];
      this.kinds[byte] = (this.kinds[byte] ?? 0) | { start: START, indented: INDENTED, end: END }[cue.at];
    }
    if (!cues.some(({ at }) => at === 'indented')) return;
    for (let byte = 0; byte < 256; byte += 1)
      if (isBlankStart(byte)) this.kinds[byte] = (this.kinds[byte] ?? 0) | BLANK;
  }

  /** Readers of the cues at the edges of the line `[start, end)`, which is not empty. */
  readersOf(text: Uint8Array, start: number, end: number): number {
    const first = this.kinds[text[start] as number] as number;
    const last = this.kinds[text[end - 1] as number] as number;
    if (((first & (START | INDENTED | BLANK)) | (last & END)) === 0) return 0;
    let mask = 0;
    if ((first & (START | INDENTED)) !== 0) mask |= this.readersAt(text, start, end, true);
    if ((first & BLANK) !== 0) mask |= this.readersAt(text, afterBlanks(text, start, end), end, false);
    if ((last & END) !== 0) mask |= this.readersBefore(text, start, end);
    return mask;
  }

  private readersAt(text: Uint8Array, at: number, end: number, isStart: boolean): number {
    let mask = 0;
    for (const cue of at < end ? (this.byFirst[text[at] as number] ?? none) : none)
      if ((isStart || cue.at === 'indented') && at + cue.bytes.length <= end && standsAt(text, at, cue.bytes))
        mask |= cue.mask;
    return mask;
  }

  private readersBefore(text: Uint8Array, start: number, end: number): number {
    let mask = 0;
    for (const { bytes, mask: bits } of this.byLast[text[end - 1] as number] ?? none)
      if (end - bytes.length >= start && standsAt(text, end - bytes.length, bytes)) mask |= bits;
    return mask;
  }
}
