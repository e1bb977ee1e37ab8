import type { LogLine } from '../lineParser';
import { searched } from './anywhereCues';
import type { CompiledCues } from './compiledCues';

/** Bytes kept of the beginning and of the end, and around a cue between the two. */
const HEAD = 8 * 1024 * 1024;
const TAIL = 4 * 1024 * 1024;
const AROUND = 512;
/** It is looked at in pieces of this many bytes, however it comes, so that the same is kept of the same line. */
const PIECE = 64 * 1024;
const MOST_PLACES = 200;

/** A line too long to be held: its beginning, its end, and between them the places where a cue stands. */
export class LongLine {
  private readonly head: Uint8Array;
  private tail = new Uint8Array(2 * TAIL);
  private kept = 0;
  private length = 0;
  private readonly between: string[] = [];
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly waiting = new Uint8Array(PIECE);
  private waits = 0;
  /** End of the last piece, so that a cue across two pieces is found. */
  private overlap = new Uint8Array(0);
  private cueReaders = 0;

  /** `first` is everything up to now, longer than the head. */
  constructor(
    private readonly cues: CompiledCues,
    private readonly start: number,
    first: Uint8Array,
  ) {
    this.head = first.slice(0, HEAD);
    this.length = HEAD;
    this.overlap = first.slice(HEAD - cues.longest, HEAD);
    this.find(this.head, false);
    this.push(first.subarray(HEAD));
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + PIECE - this.waits);
      this.waiting.set(part, this.waits);
      this.waits += part.length;
      at += part.length;
      if (this.waits === PIECE) this.end();
    }
  }

  /** To be called before it is looked at. */
  end(): void {
    if (this.waits > 0) this.take(this.waiting.subarray(0, this.waits));
    this.waits = 0;
  }

  private take(piece: Uint8Array): void {
    this.length += piece.length;
    const seen = new Uint8Array(this.overlap.length + piece.length);
    seen.set(this.overlap);
    seen.set(piece, this.overlap.length);
    this.find(seen, true);
    this.overlap = seen.slice(-this.cues.longest);
    this.keep(piece);
  }

  /** Readers whose cues stand in it, so far. */
  get readers(): number {
    const { edges } = this.cues;
    return this.cueReaders | edges.readersOf(this.head, 0, HEAD) | edges.readersOf(this.tail, 0, this.kept);
  }

  line(line: number): LogLine {
    // What the tail itself shows is not told twice.
    const between = this.length - HEAD > this.kept ? this.between : [];
    const text = [
      this.decoder.decode(this.head),
      ...between,
      this.decoder.decode(this.tail.subarray(0, this.kept)),
    ].join('');
    return { line, start: this.start, end: this.start + this.length, text };
  }

  private keep(piece: Uint8Array): void {
    if (this.kept + piece.length > this.tail.length) {
      this.tail.copyWithin(0, this.kept - TAIL, this.kept);
      this.kept = TAIL;
    }
    this.tail.set(piece, this.kept);
    this.kept += piece.length;
  }

  private find(bytes: Uint8Array, note: boolean): void {
    const { long, short } = this.cues;
    const all = searched(bytes);
    for (let at = long.next(all, 0, bytes.length); at < bytes.length; at = long.next(all, at + 1, bytes.length)) {
      const { start } = long;
      this.found(long.mask, note, () => this.decoder.decode(bytes.subarray(start, start + AROUND)));
    }
    const text = short.length > 0 ? this.decoder.decode(bytes) : '';
    for (const { text: cue, mask } of short)
      for (let at = text.indexOf(cue); at !== -1; at = text.indexOf(cue, at + 1))
        this.found(mask, note, () => text.slice(at, at + AROUND));
  }

  private found(mask: number, note: boolean, around: () => string): void {
    const isNew = (this.cueReaders | mask) !== this.cueReaders || this.between.length < MOST_PLACES;
    this.cueReaders |= mask;
    if (note && isNew) this.between.push(around());
  }
}
