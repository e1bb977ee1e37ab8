import { type CueBytes, standsAt } from './anywhereCues';
import { afterBlanks } from './byteBlanks';

/** A cue too short to be searched for, at one edge of a line. */
export interface EdgeCue extends CueBytes {
  readonly at: 'start' | 'indented' | 'end';
}

/** Cues so short (a digit, a bracket) that every line has to be looked at for them. */
export class EdgeCues {
  private readonly starts: readonly EdgeCue[];
  private readonly indented: readonly EdgeCue[];
  private readonly ends: readonly EdgeCue[];
  readonly isEmpty: boolean;

  constructor(cues: readonly EdgeCue[]) {
    this.starts = cues.filter(({ at }) => at === 'start');
    this.indented = cues.filter(({ at }) => at === 'indented');
    this.ends = cues.filter(({ at }) => at === 'end');
    this.isEmpty = cues.length === 0;
  }

  /** Readers of the cues at the edges of the line `[start, end)`. */
  readersOf(text: Uint8Array, start: number, end: number): number {
    let mask = 0;
    if (start === end) return mask;
    for (const { bytes, mask: bits } of this.starts) if (standsAt(text, start, bytes)) mask |= bits;
    for (const { bytes, mask: bits } of this.ends)
      if (end - bytes.length >= start && standsAt(text, end - bytes.length, bytes)) mask |= bits;
    if (this.indented.length === 0) return mask;
    const first = afterBlanks(text, start, end);
    for (const { bytes, mask: bits } of this.indented)
      if (first + bytes.length <= end && standsAt(text, first, bytes)) mask |= bits;
    return mask;
  }
}
