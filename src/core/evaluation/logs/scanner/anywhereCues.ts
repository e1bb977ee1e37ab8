/** Bytes to be found, and the readers (bits) who asked for them. */
export interface CueBytes {
  readonly bytes: Uint8Array;
  readonly mask: number;
}

/** Bytes to be searched, and the same memory four bytes at a time. */
export interface SearchedBytes {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
}

/** `bytes` begin where their buffer does, or at a multiple of four. */
export const searched = (bytes: Uint8Array): SearchedBytes => ({
  bytes,
  words: new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2),
});

/** Where four bytes that were met stand in which cue. */
interface Part {
  readonly cue: CueBytes;
  readonly offset: number;
}

const WORD = 4;
const LONGEST_WINDOW = 100;
const SLOT_BITS = 14;
const none: readonly Part[] = [];

/** Any cue of so many bytes holds a whole word of the text. */
export const SHORTEST_CUE = 2 * WORD - 1;

export const standsAt = (text: Uint8Array, at: number, cue: Uint8Array): boolean => {
  if (at + cue.length > text.length) return false;
  for (let index = 0; index < cue.length; index += 1) if (text[at + index] !== cue[index]) return false;
  return true;
};

/**
 * Finds any of many texts by looking at few words of four bytes. The longer the shortest cue, the fewer: with cues of
 * eleven bytes and more, every second word, since one of these lies within the first eleven bytes of each cue, at one
 * of eight places. A table knows the words at these places of all cues; no look waits for the one before it, as in a
 * search that computes its steps.
 */
export class AnywhereCues {
  /** How many words one look is from the next. */
  private readonly step: number;
  private readonly known = new Uint8Array(1 << SLOT_BITS);
  private readonly parts: (readonly Part[])[] = new Array(1 << SLOT_BITS).fill(none);
  /** Readers of the cues that were found last, and where the first of them begins. */
  mask = 0;
  start = 0;

  /** No cue is shorter than `SHORTEST_CUE`. */
  constructor(cues: readonly CueBytes[]) {
    const shortest = Math.min(LONGEST_WINDOW, ...cues.map(({ bytes }) => bytes.length));
    this.step = Math.floor((shortest - WORD + 1) / WORD);
    for (const cue of cues)
      for (let offset = 0; offset < this.step * WORD; offset += 1) {
        const [word] = searched(cue.bytes.slice(offset, offset + WORD)).words;
        const slot = slotOf(word ?? 0);
        this.known[slot] = 1;
        this.parts[slot] = [...(this.parts[slot] ?? none), { cue, offset }];
      }
  }

  /** A place inside the first cue in `[from, end)`; `end` where there is none. The next search goes on after it. */
  next({ bytes, words }: SearchedBytes, from: number, end: number): number {
    const { known, step } = this;
    const last = (end >> 2) - 1;
    for (let at = Math.ceil(from / (WORD * step)) * step; at <= last; at += step) {
      const word = words[at] as number;
      if (known[slotOf(word)] !== 0 && this.isAround(bytes, at * WORD, end, slotOf(word))) return at * WORD;
    }
    return end;
  }

  private isAround(bytes: Uint8Array, at: number, end: number, slot: number): boolean {
    this.mask = 0;
    this.start = at;
    const parts = this.parts[slot] ?? none;
    for (let index = 0; index < parts.length; index += 1) {
      const { cue, offset } = parts[index] as Part;
      const start = at - offset;
      if (start < 0 || start + cue.bytes.length > end || !standsAt(bytes, start, cue.bytes)) continue;
      this.mask |= cue.mask;
      this.start = Math.min(this.start, start);
    }
    return this.mask !== 0;
  }
}

/** The multiplication spreads what differs in any byte over the upper bits. */
const slotOf = (word: number): number => Math.imul(word, 0x9e3779b1) >>> (32 - SLOT_BITS);
