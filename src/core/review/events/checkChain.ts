import type { Sha256 } from '../../shared/hash';
import { canonicalJson } from './canonicalJson';
import { eventHash, readEventLine, type TouchstoneEvent } from './event';
import type { Finding, FindingKind } from './finding';
import { type Link, LinkCheck } from './linkCheck';

/** Which file a chain claims to be; null where the path does not tell. */
export interface ChainPlace {
  readonly file: string;
  readonly study: string | null;
  readonly rater: string | null;
  readonly device: string | null;
}

export interface CheckedChain {
  /** Events that could be read, edited ones included. */
  readonly events: number;
  readonly findings: readonly Finding[];
  /** Last event of the file; null where it has none. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
}

const upTo = (line: number): string => (line > 1 ? ` Events before it stand.` : '');

/** Checks each line by itself while it streams by, and how the lines hang together at the end. */
export class ChainCheck {
  private readonly links: Link[] = [];
  private readonly findings: Finding[] = [];
  private lines = 0;

  constructor(
    private readonly place: ChainPlace,
    private readonly sha256: Sha256,
  ) {}

  /** Takes the next line, without its line end; the event in it, or null where it holds none that we read. */
  add(line: string): TouchstoneEvent | null {
    this.lines++;
    if (line.trim() === '') return null;
    const read = readEventLine(line);
    if (read.kind !== 'event') {
      this.report(read.kind, this.lines, read.reason);
      return null;
    }
    this.checkAlone(read.event, line);
    const { seq, prev, hash } = read.event;
    this.links.push({ line: this.lines, seq, prev, hash });
    return read.event;
  }

  /** Whether an event with this number and hash is in the file. */
  holds(seq: number, hash: string): boolean {
    return this.links.some((link) => link.seq === seq && link.hash === hash);
  }

  finish(): CheckedChain {
    const chained = new LinkCheck(this.links, (kind, line, text) => this.report(kind, line, text));
    chained.run();
    const findings = [...this.findings].sort((left, right) => left.event - right.event);
    const last = this.links.at(-1);
    return { events: this.links.length, findings, head: last ? { seq: last.seq, hash: last.hash } : null };
  }

  private checkAlone(event: TouchstoneEvent, line: string): void {
    if (this.hashOf(event) !== event.hash)
      this.report('edited', this.lines, `hash differs: the event was edited.${upTo(this.lines)}`);
    else if (canonicalJson(event) !== line.replace(/\r$/, ''))
      // A name that stands twice reads differently elsewhere, and the hash is of what we read.
      this.report('edited', this.lines, 'the line has another form than was written (blanks, order, a name twice).');
    const { study, rater, device } = this.place;
    for (const [name, said, is] of [
      ['study', study, event.study],
      ['rater', rater, event.rater],
      ['device', device, event.device],
    ] as const)
      if (said !== null && said !== is)
        this.report('wrong-file', this.lines, `${name} is "${is}", the file's is "${said}".`);
  }

  /** A line may nest deeper than the stack allows: it has no hash then, and counts as edited. */
  private hashOf(event: TouchstoneEvent): string | null {
    try {
      return eventHash(event, this.sha256);
    } catch {
      return null;
    }
  }

  private report(kind: FindingKind, event: number, text: string): void {
    this.findings.push({ file: this.place.file, event, kind, text });
  }
}
