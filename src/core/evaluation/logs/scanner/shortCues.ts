import type { CueBytes } from './anywhereCues';

const FIRST_PRINTED = 0x20;

/**
 * Finds texts of one or two bytes, which leave nothing to step over: every byte is looked at. Few readers need this
 * (colour codes, control characters).
 */
export class ShortCues {
  private readonly byFirst: (CueBytes[] | undefined)[] = new Array(256).fill(undefined);
  private readonly firsts = new Uint8Array(256);
  /** Whether all begin with a control character, so that bytes without any need no look. */
  readonly controlsOnly: boolean;
  /** The first byte where all have the same; -1 else. */
  private readonly only: number;
  /** Readers of the cue that was found last. */
  mask = 0;

  constructor(cues: readonly CueBytes[]) {
    for (const cue of cues) {
      const first = cue.bytes[0] ?? 0;
      this.firsts[first] = 1;
      this.byFirst[first] = [...(this.byFirst[first] ?? []), cue];
    }
    this.only = this.firsts.indexOf(1) === this.firsts.lastIndexOf(1) ? this.firsts.indexOf(1) : -1;
    this.controlsOnly = cues.every(({ bytes }) => (bytes[0] ?? 0) < FIRST_PRINTED);
  }

  /** Where the first cue in `[from, end)` begins; `end` where there is none. */
  next(text: Uint8Array, from: number, end: number): number {
    const { firsts } = this;
    for (let at = from; at < end; at += 1) {
      if (this.only >= 0) {
        at = text.indexOf(this.only, at);
        if (at === -1 || at >= end) return end;
      } else if (firsts[text[at] as number] === 0) continue;
      this.mask = this.readersAt(text, at);
      if (this.mask !== 0) return at;
    }
    return end;
  }

  private readersAt(text: Uint8Array, at: number): number {
    let mask = 0;
    for (const { bytes, mask: bits } of this.byFirst[text[at] as number] ?? [])
      if (bytes.length < 2 || text[at + 1] === bytes[1]) mask |= bits;
    return mask;
  }
}
