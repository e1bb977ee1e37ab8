import { noPrevious } from './event';
import type { FindingKind } from './finding';

/** One link as checked: what the line says of itself. Bodies are not kept, so a chain of any length fits. */
export interface Link {
  readonly line: number;
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
}

type Report = (kind: FindingKind, line: number, text: string) => void;

/** How the links of one file hang together. */
export class LinkCheck {
  private readonly placeOf = new Map<string, number>();
  private readonly followers = new Map<string, number>();
  /** Events that came before the one they name, by that one's hash. */
  private readonly early = new Map<string, Link>();
  private last: { readonly seq: number; readonly hash: string } = { seq: 0, hash: noPrevious };

  constructor(
    private readonly links: readonly Link[],
    private readonly report: Report,
  ) {
    for (const [index, { hash }] of links.entries()) if (!this.placeOf.has(hash)) this.placeOf.set(hash, index);
    for (const { prev } of links) this.followers.set(prev, (this.followers.get(prev) ?? 0) + 1);
  }

  run(): void {
    const followed = new Set<string>();
    for (const [index, link] of this.links.entries()) {
      const repeated = this.placeOf.get(link.hash) !== index;
      if (repeated) this.report('duplicate-seq', link.line, `event ${link.seq} stands twice.`);
      else this.take(link, index, followed.has(link.prev));
      followed.add(link.prev);
    }
    for (const { line, seq } of this.early.values())
      this.report('reordered', line, `event ${seq} stands before the one it follows.`);
  }

  private take(link: Link, index: number, prevUsed: boolean): void {
    if (link.prev === this.last.hash) {
      if (link.seq !== this.last.seq + 1) this.reportSeq(link);
      this.follow(link);
      return;
    }
    const before = link.prev === noPrevious ? -1 : this.placeOf.get(link.prev);
    if (before === undefined) this.unknownBefore(link);
    else if (before >= index) this.postpone(link);
    else if (prevUsed) this.fork(link);
    else {
      this.report('reordered', link.line, `event ${link.seq} does not stand after the one it follows.`);
      this.follow(link);
    }
  }

  private reportSeq(link: Link): void {
    const kind = link.seq <= this.last.seq ? 'duplicate-seq' : 'removed';
    this.report(kind, link.line, `number ${link.seq} after ${this.last.seq}.`);
  }

  private postpone(link: Link): void {
    if (this.early.has(link.prev)) this.fork(link);
    else this.early.set(link.prev, link);
  }

  private fork(link: Link): void {
    this.report('forked', link.line, `event ${link.seq} and another follow the same event. Both are kept.`);
    this.follow(link);
  }

  /** The event before was taken out, changed together with its hash, or this one never belonged here. */
  private unknownBefore(link: Link): void {
    const { seq } = this.last;
    if (link.seq > seq + 1) {
      const gone = link.seq - 1 === seq + 1 ? `event ${seq + 1} is` : `events ${seq + 1} to ${link.seq - 1} are`;
      this.report('removed', link.line, `${gone} missing before it.`);
      this.follow(link);
    } else if (this.followers.has(this.last.hash)) {
      this.report('inserted', link.line, 'it follows no event of this file: it was inserted.');
    } else {
      this.report('edited', link.line, `the event before it isn't the one it follows: event ${seq} was replaced.`);
      this.follow(link);
    }
  }

  /** Goes on from a link, and through those that stood too early for it. */
  private follow(link: Link): void {
    this.last = { seq: link.seq, hash: link.hash };
    const next = this.early.get(link.hash);
    if (!next) return;
    this.early.delete(link.hash);
    this.report('reordered', next.line, `event ${next.seq} stands before the one it follows.`);
    this.follow(next);
  }
}
