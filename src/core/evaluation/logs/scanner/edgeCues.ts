import type { CueBytes } from './anywhereCues';

/**
 * Cues at one edge of a line, by the byte at that edge: most lines are told apart by that byte alone.
 */
export class EdgeCues {
  private readonly byByte: (CueBytes[] | undefined)[] = new Array(256).fill(undefined);
  /** Whether any cue has this byte at the edge. */
  readonly edges = new Uint8Array(256);
  readonly isEmpty: boolean;

  constructor(
    cues: readonly CueBytes[],
    private readonly edge: 'start' | 'end',
  ) {
    this.isEmpty = cues.length === 0;
    for (const cue of cues) {
      const byte = cue.bytes[edge === 'start' ? 0 : cue.bytes.length - 1] ?? 0;
      this.byByte[byte] = [...(this.byByte[byte] ?? []), cue];
      this.edges[byte] = 1;
    }
  }

  /** Readers of the cues at this edge of the line `[start, end)`. */
  readersOf(text: Uint8Array, start: number, end: number): number {
    let mask = 0;
    for (const cue of this.byByte[text[this.edge === 'start' ? start : end - 1] ?? 0] ?? []) {
      const { length } = cue.bytes;
      if (length > end - start) continue;
      if (holds(text, this.edge === 'start' ? start : end - length, cue.bytes)) mask |= cue.mask;
    }
    return mask;
  }
}

const holds = (text: Uint8Array, at: number, cue: Uint8Array): boolean => {
  for (let index = 0; index < cue.length; index += 1) if (text[at + index] !== cue[index]) return false;
  return true;
};
