import { isBlank } from '../blanks';
import type { Cue } from '../lineParser';
import { AnywhereCues, type CueBytes } from './anywhereCues';
import { EdgeCues } from './edgeCues';
import { ShortCues } from './shortCues';

/** What one reader of a pass wants to see. `bit` is its own bit in the masks of the pass. */
export interface Wanted {
  readonly bit: number;
  readonly cues: readonly Cue[] | 'every';
}

const bytesOf = (cue: Cue): Uint8Array => new TextEncoder().encode(cue.text);

/** The cues of all readers of one pass, compiled once for the pass. A cue without text wants every line. */
export class CompiledCues {
  /** Readers of every line. */
  readonly every: number;
  readonly starts: EdgeCues;
  readonly indented: EdgeCues;
  readonly ends: EdgeCues;
  readonly long: AnywhereCues;
  /** Null where no cue is that short. */
  readonly short: ShortCues | null;
  /** Bytes of the longest cue that may stand anywhere. */
  readonly longest: number;

  constructor(readers: readonly Wanted[]) {
    const all = readers.flatMap(({ bit, cues }) => (cues === 'every' ? [] : cues.map((cue) => ({ ...cue, bit }))));
    const at = (place: Cue['at']): CueBytes[] =>
      all.filter((cue) => cue.at === place && cue.text !== '').map((cue) => ({ bytes: bytesOf(cue), mask: cue.bit }));
    this.every = [
      ...readers.filter(({ cues }) => cues === 'every').map(({ bit }) => bit),
      ...all.filter(({ text }) => text === '').map(({ bit }) => bit),
    ].reduce((mask, bit) => mask | bit, 0);
    this.starts = new EdgeCues(at('start'), 'start');
    this.indented = new EdgeCues(at('indented'), 'start');
    this.ends = new EdgeCues(at('end'), 'end');
    const anywhere = at('anywhere');
    const short = anywhere.filter(({ bytes }) => bytes.length < 4);
    this.longest = Math.max(1, ...anywhere.map(({ bytes }) => bytes.length));
    this.long = new AnywhereCues(anywhere.filter(({ bytes }) => bytes.length >= 4));
    this.short = short.length > 0 ? new ShortCues(short) : null;
  }
}

/** Where the first byte of the line `[at, end)` stands that is no blank; `end` where all are. */
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
