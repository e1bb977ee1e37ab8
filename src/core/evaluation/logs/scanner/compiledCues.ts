import type { Cue } from '../lineParser';
import { AnywhereCues, type CueBytes } from './anywhereCues';
import { type EdgeCue, EdgeCues } from './edgeCues';
import { ShortCues } from './shortCues';

/** What one reader of a pass wants to see. `bit` is its own bit in the masks of the pass. */
export interface Wanted {
  readonly bit: number;
  readonly cues: readonly Cue[] | 'every';
}

/** Shorter ones would make the search stop at every byte. */
const SHORTEST = 3;
/** No line holds one. */
const LINE_END = /[\n\r]/;

/** The cues of all readers of one pass. A cue without text wants every line. */
export class CompiledCues {
  /** Readers of every line. */
  readonly every: number;
  readonly edges: EdgeCues;
  readonly long: AnywhereCues;
  /** Null where no cue is that short. */
  readonly short: ShortCues | null;
  /** Bytes of the longest cue that may stand anywhere. */
  readonly longest: number;

  constructor(readers: readonly Wanted[]) {
    const long: CueBytes[] = [];
    const short: CueBytes[] = [];
    const edges: EdgeCue[] = [];
    let every = 0;
    for (const { bit, cues } of readers) {
      if (cues === 'every') every |= bit;
      else
        for (const { text, at } of cues.filter((cue) => !LINE_END.test(cue.text))) {
          const bytes = new TextEncoder().encode(text);
          if (bytes.length === 0) every |= bit;
          else if (at !== 'anywhere') edges.push({ bytes, mask: bit, at });
          else (bytes.length < SHORTEST ? short : long).push({ bytes, mask: bit });
        }
    }
    this.every = every;
    this.edges = new EdgeCues(edges);
    this.long = new AnywhereCues(long);
    this.short = short.length > 0 ? new ShortCues(short) : null;
    this.longest = Math.max(1, ...[...long, ...short].map(({ bytes }) => bytes.length));
  }
}
