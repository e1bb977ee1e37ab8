import type { CueBytes } from './anywhereCues';

/**
 * Finds texts of one to three bytes, which leave nothing to step over: every byte is looked at. Few readers need this
 * (colour codes, control characters).
 */
export class ShortCues {
  private readonly firsts = new Uint8Array(256);
  private readonly byFirst: (CueBytes[] | undefined)[] = new Array(256).fill(undefined);
  /** The only first byte; -1 where there are several. */
  private readonly only: number;
  /** Readers of the cue that was found last. */
  mask = 0;

  constructor(cues: readonly CueBytes[]) {
    for (const cue of cues) {
      const first = cue.bytes[0] ?? 0;
      this.firsts[first] = 1;
      this.byFirst[first] = [...(this.byFirst[first] ?? []), cue];
    }
    const firsts = [...this.firsts.keys()].filter((byte) => this.firsts[byte] === 1);
    this.only = firsts.length === 1 ? (firsts[0] ?? -1) : -1;
  }

  /** Where the first cue at `from` or later begins; the number of bytes where there is none. */
  next(text: Uint8Array, from: number): number {
    const { firsts } = this;
    const end = text.length;
    for (let at = from; at < end; at += 1) {
      if (this.only >= 0) {
        at = text.indexOf(this.only, at);
        if (at === -1) return end;
      } else if (firsts[text[at] as number] === 0) continue;
      this.mask = this.readersAt(text, at);
      if (this.mask !== 0) return at;
    }
    return end;
  }

  private readersAt(text: Uint8Array, at: number): number {
    let mask = 0;
    for (const { bytes, mask: bits } of this.byFirst[text[at] as number] ?? [])
      if ((bytes.length < 2 || text[at + 1] === bytes[1]) && (bytes.length < 3 || text[at + 2] === bytes[2]))
        mask |= bits;
    return mask;
  }
}
