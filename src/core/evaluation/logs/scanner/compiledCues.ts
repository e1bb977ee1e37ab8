import type { Cue } from '../lineParser';
import { AnywhereCues, type CueBytes } from './anywhereCues';
import { blankEndings } from './byteBlanks';
import { type EdgeCue, EdgeCues } from './edgeCues';
import { ShortCues } from './shortCues';

/** What one reader of a pass wants to see. `bit` is its own bit in the masks of the pass. */
export interface Wanted {
  readonly bit: number;
  readonly cues: readonly Cue[] | 'every';
}

const LF = 0x0a;
/** No line holds one. */
const LINE_END = /[\n\r]/;
/** Shorter ones would make the search stop at every byte. */
const SHORTEST = 3;

const placed = (before: readonly number[], bytes: Uint8Array, after: readonly number[]): Uint8Array =>
  Uint8Array.from([...before, ...bytes, ...after]);

/** The bytes by which a cue is searched for: at an edge with the line end; after blanks with the end of any of them. */
const searchedAs = ({ at }: Cue, bytes: Uint8Array): Uint8Array[] => {
  if (at === 'anywhere') return [bytes];
  if (at === 'end') return [placed([], bytes, [LF])];
  if (at === 'start') return [placed([LF], bytes, [])];
  return [LF, ...blankEndings].map((before) => placed([before], bytes, []));
};

/**
 * The cues of all readers of one pass. A line that holds none may be shown too (a cue after blanks that is not the
 * first thing of its line); a line that holds one always is. A cue without text wants every line.
 */
export class CompiledCues {
  /** Readers of every line. */
  readonly every: number;
  readonly long: AnywhereCues;
  /** Null where no cue is that short. */
  readonly short: ShortCues | null;
  readonly edges: EdgeCues;
  /** Bytes of the longest cue, with its line end. */
  readonly longest: number;

  constructor(readers: readonly Wanted[]) {
    const long: CueBytes[] = [];
    const short: CueBytes[] = [];
    const edges: EdgeCue[] = [];
    let every = 0;
    for (const { bit, cues } of readers) {
      if (cues === 'every') every |= bit;
      else
        for (const cue of cues.filter(({ text }) => !LINE_END.test(text))) {
          const bytes = new TextEncoder().encode(cue.text);
          const forms = searchedAs(cue, bytes);
          if (bytes.length === 0) every |= bit;
          else if (forms.every((form) => form.length >= SHORTEST))
            long.push(...forms.map((form) => ({ bytes: form, mask: bit })));
          else if (cue.at === 'anywhere') short.push({ bytes, mask: bit });
          else edges.push({ bytes, mask: bit, at: cue.at });
        }
    }
    this.every = every;
    this.long = new AnywhereCues(long);
    this.short = short.length > 0 ? new ShortCues(short) : null;
    this.edges = new EdgeCues(edges);
    this.longest = Math.max(1, ...[...long, ...short].map(({ bytes }) => bytes.length));
  }

  /** The short cues that can stand in bytes with or without control characters. */
  shortIn(controls: boolean): ShortCues | null {
    return this.short?.controlsOnly && !controls ? null : this.short;
  }

  /** Readers of the cues with which a line ends, of which `tail` are the last bytes. */
  readersOfEnd(tail: Uint8Array): number {
    const ended = new Uint8Array(Math.min(tail.length, this.longest) + 1);
    ended.set(tail.subarray(tail.length - ended.length + 1));
    ended[ended.length - 1] = LF;
    let readers = this.edges.readersOf(ended, 0, ended.length - 1);
    const { long } = this;
    for (let at = long.next(ended, 0, ended.length); at < ended.length; at = long.next(ended, at + 1, ended.length))
      readers |= long.mask;
    return readers;
  }

  /** Whether each line has to be looked at by itself. */
  get byLine(): boolean {
    return this.every !== 0 || !this.edges.isEmpty;
  }
}
