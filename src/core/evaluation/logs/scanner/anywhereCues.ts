/** Bytes to be found, and the readers (bits) who asked for them. */
export interface CueBytes {
  readonly bytes: Uint8Array;
  readonly mask: number;
}

/** Pairs of bytes are told apart by as many bits as fit into the fastest memory. */
const PAIRS = 0x1000;
const LONGEST_WINDOW = 100;
const none: CueBytes[] = [];

export const standsAt = (text: Uint8Array, at: number, cue: Uint8Array): boolean => {
  if (at + cue.length > text.length) return false;
  for (let index = 0; index < cue.length; index += 1) if (text[at + index] !== cue[index]) return false;
  return true;
};

/**
 * Finds any of many texts in bytes by looking at few of them: a table says for every pair of bytes how far the nearest
 * cue can begin from there (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994). The longer the
 * shortest cue, the longer the steps.
 */
export class AnywhereCues {
  /** Length of the shortest cue, and so of the window in which a pair is looked up. */
  private readonly window: number;
  private readonly steps = new Uint8Array(PAIRS);
  /** Pairs with which a cue begins: most places with a step of 0 are dismissed by it. */
  private readonly begins = new Uint8Array(PAIRS);
  /** Cues by the last pair of their window; a step of 0 leads here. */
  private readonly byPair: CueBytes[][] = Array.from({ length: PAIRS }, () => none);
  /** Readers of the cue that was found last. */
  mask = 0;

  /** Cues are two bytes long or longer. */
  constructor(cues: readonly CueBytes[]) {
    this.window = Math.min(LONGEST_WINDOW, ...cues.map(({ bytes }) => bytes.length));
    this.steps.fill(this.window - 1);
    for (const cue of cues) this.add(cue);
  }

  private add(cue: CueBytes): void {
    for (let index = 0; index + 1 < this.window; index += 1) {
      const pair = pairAt(cue.bytes, index);
      this.steps[pair] = Math.min(this.steps[pair] ?? 0, this.window - 2 - index);
    }
    this.begins[pairAt(cue.bytes, 0)] = 1;
    const last = pairAt(cue.bytes, this.window - 2);
    this.byPair[last] = [...(this.byPair[last] ?? none), cue];
  }

  /** Where the first cue in `[from, end)` begins; `end` where there is none. */
  next(text: Uint8Array, from: number, end: number): number {
    const { steps, begins, window } = this;
    let at = from + window - 1;
    while (at < end) {
      const step = steps[(((text[at - 1] as number) << 4) ^ (text[at] as number)) & 0xfff] as number;
      if (step !== 0) {
        at += step;
        continue;
      }
      const start = at - window + 1;
      if (begins[(((text[start] as number) << 4) ^ (text[start + 1] as number)) & 0xfff] === 1) {
        this.mask = this.readersAt(text, start, end);
        if (this.mask !== 0) return start;
      }
      at += 1;
    }
    return end;
  }

  private readersAt(text: Uint8Array, start: number, end: number): number {
    let mask = 0;
    const cues = this.byPair[pairAt(text, start + this.window - 2)] ?? none;
    for (let index = 0; index < cues.length; index += 1) {
      const cue = cues[index] as CueBytes;
      if (start + cue.bytes.length <= end && standsAt(text, start, cue.bytes)) mask |= cue.mask;
    }
    return mask;
  }
}

const pairAt = (bytes: Uint8Array, index: number): number =>
  (((bytes[index] ?? 0) << 4) ^ (bytes[index + 1] ?? 0)) & 0xfff;
