import type { Cue } from '../lineParser';
import { AnywhereCues, type CueBytes, SHORTEST_CUE } from './anywhereCues';
import { type EdgeCue, EdgeCues } from './edgeCues';
import type { ShortCue } from './shortCues';

/** What one reader of a pass wants to see. `bit` is its own bit in the masks of the pass. */
export interface Wanted {
  readonly bit: number;
  readonly cues: readonly Cue[] | 'every';
}

/** No line holds one. */
const LINE_END = /[\n\r]/;

/** The cues of all readers of one pass. A cue without text wants every line. */
export class CompiledCues {
  /** Readers of every line. */
  readonly every: number;
  readonly edges: EdgeCues;
  readonly long: AnywhereCues;
  readonly short: readonly ShortCue[];
  /** Bytes of the longest cue that may stand anywhere. */
  readonly longest: number;

  constructor(readers: readonly Wanted[]) {
    const long: CueBytes[] = [];
    const short = new Map<string, number>();
    const edges: EdgeCue[] = [];
    let every = 0;
    for (const { bit, cues } of readers) {
      if (cues === 'every') every |= bit;
      else
        for (const { text, at } of cues.filter((cue) => !LINE_END.test(cue.text))) {
          const bytes = new TextEncoder().encode(text);
          if (bytes.length === 0) every |= bit;
          else if (at !== 'anywhere') edges.push({ bytes, mask: bit, at });
          else if (bytes.length >= SHORTEST_CUE) long.push({ bytes, mask: bit });
          else short.set(text, (short.get(text) ?? 0) | bit);
        }
    }
    this.every = every;
    this.edges = new EdgeCues(edges);
    this.long = new AnywhereCues(long);
    this.short = [...short].map(([text, mask]) => ({ text, mask }));
    this.longest = Math.max(SHORTEST_CUE, ...long.map(({ bytes }) => bytes.length));
  }
}
