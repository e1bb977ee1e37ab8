import type { CueBytes } from './anywhereCues';

const FIRST_PRINTED = 0x20;
const ESCAPE = 0x1b;
const CONTROL = new RegExp(`[${String.fromCharCode(0)}-\t${String.fromCharCode(11)}-${String.fromCharCode(31)}]`);

/**
 * Finds texts of one or two bytes, which leave nothing to step over: every byte is looked at. Few readers need this
 * (colour codes, control characters).
 */
export class ShortCues {
  private readonly byFirst: (CueBytes[] | undefined)[] = new Array(256).fill(undefined);
  private readonly firsts = new Uint8Array(256);
  /** What all begin with. */
  private readonly kind: 'escape' | 'control' | 'any';
  /** Readers of the cue that was found last. */
  mask = 0;

  constructor(cues: readonly CueBytes[]) {
    for (const cue of cues) {
      const first = cue.bytes[0] ?? 0;
      this.firsts[first] = 1;
      this.byFirst[first] = [...(this.byFirst[first] ?? []), cue];
    }
    const firsts = [...this.firsts.keys()].filter((byte) => this.firsts[byte] === 1);
    const isControl = firsts.every((byte) => byte < FIRST_PRINTED);
    this.kind = firsts.every((byte) => byte === ESCAPE) ? 'escape' : isControl ? 'control' : 'any';
  }

  /** Whether a text can hold any of them. */
  canStandIn(text: string): boolean {
    if (this.kind === 'escape') return text.includes(String.fromCharCode(ESCAPE));
    return this.kind === 'any' || CONTROL.test(text);
  }

  /** Where the first cue in `[from, end)` begins; `end` where there is none. */
  next(text: Uint8Array, from: number, end: number): number {
    const { firsts } = this;
    for (let at = from; at < end; at += 1) {
      if (firsts[text[at] as number] === 0) continue;
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
