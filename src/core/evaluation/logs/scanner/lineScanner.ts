import type { LogLine } from '../lineParser';
import { type WordView, wordView } from './byteSets';
import type { CompiledCues } from './compiledCues';
import { LineBlock } from './lineBlock';
import { afterLastLineEnd, nextLineEnd } from './lineEnds';
import { LongLine } from './longLine';

/** Takes a candidate line and the bits of its readers; returns the bits of those who want the next line as well. */
export type LineTaker = (line: LogLine, readers: number) => number;

/** Bytes that are looked at in one go. */
const PIECE = 256 * 1024;
/** A line longer than this is not held as a whole. */
const LONGEST = 16 * 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Reads a log as pieces of bytes, however they are cut, and shows each reader the lines that hold one of its cues.
 * A line ends at LF, CR LF or a lone CR, as in the harness (which opens logs with universal line ends) and in the
 * editor, so the numbers agree with what a person sees there. Nothing is trimmed; a byte-order mark is kept. Time grows
 * with the bytes, memory with the longest line up to 16 MiB; of a longer line the middle is left out.
 */
export class LineScanner {
  /** From index 1 on: what came after the last line end, and room for a piece behind it. Index 0 is a line feed. */
  private view: WordView = wordView(PIECE + 4096);
  private held = 0;
  /** Place in the log of the first byte that is held. */
  private offset = 0;
  private lines = 0;
  private wanted = 0;
  private long: LongLine | null = null;
  /** Number of the first line whose middle was left out, and how many there are. */
  readonly shortened = { first: 0, count: 0 };
  /** Whether some bytes are no UTF-8; they are read as U+FFFD. */
  notUtf8 = false;

  /** Whether the last line end is ours and not the log's. */
  private lineEndAdded = false;

  constructor(
    private readonly cues: CompiledCues,
    private readonly take: LineTaker,
  ) {
    this.view.bytes[0] = LF;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += PIECE) this.pushPiece(chunk.subarray(at, at + PIECE));
  }

  /** The end of the log: a last line needs no line end. */
  end(): void {
    if (this.held === 0 && this.long === null) return;
    this.lineEndAdded = this.view.bytes[this.held] !== CR;
    this.pushPiece(Uint8Array.of(LF));
  }

  private pushPiece(piece: Uint8Array): void {
    const from = Math.max(0, this.held - 1);
    this.reserve(this.held + piece.length);
    this.view.bytes.set(piece, this.held + 1);
    this.held += piece.length;
    if (this.long !== null) this.goOnWithLongLine(this.long);
    else this.readWholeLines(from);
  }

  private readWholeLines(from: number): void {
    const content = this.view.bytes.subarray(1);
    const cut = afterLastLineEnd(content, from, this.held);
    if (cut > 0) {
      this.readBlock(cut);
      this.drop(cut);
    }
    if (this.held < LONGEST) return;
    this.long = new LongLine(this.cues, this.offset, content.subarray(0, this.held));
    this.drop(this.held);
  }

  private goOnWithLongLine(long: LongLine): void {
    const content = this.view.bytes.subarray(1, this.held + 1);
    const end = nextLineEnd(content, 0, this.held);
    const open = end === this.held || (content[end] === CR && end + 1 === this.held);
    long.push(content.subarray(0, end));
    if (open) {
      this.drop(end);
      return;
    }
    this.long = null;
    this.takeLongLine(long);
    this.drop(content[end] === CR && content[end + 1] === LF ? end + 2 : end + 1);
    this.readWholeLines(0);
  }

  private takeLongLine(long: LongLine): void {
    this.lines += 1;
    this.shortened.count += 1;
    if (this.shortened.count === 1) this.shortened.first = this.lines;
    const readers = long.readers | this.wanted | this.cues.every;
    this.wanted = readers === 0 ? 0 : this.take(long.line(this.lines), readers);
  }

  private reserve(bytes: number): void {
    if (bytes < this.view.bytes.length) return;
    const larger = wordView(2 * bytes + 8);
    larger.bytes.set(this.view.bytes.subarray(0, this.held + 1));
    this.view = larger;
  }

  private drop(bytes: number): void {
    this.view.bytes.copyWithin(1, bytes + 1, this.held + 1);
    this.held -= bytes;
    this.offset += bytes;
    if (this.view.bytes.length < LONGEST || this.held > PIECE) return;
    const smaller = wordView(2 * PIECE);
    smaller.bytes.set(this.view.bytes.subarray(0, this.held + 1));
    this.view = smaller;
  }

  /** The first `length` bytes that are held; they end with a line. */
  private readBlock(length: number): void {
    const block = new LineBlock(this.view, length, this.offset, this.lines);
    this.readLines(block);
    this.lines = block.countLines();
    this.notUtf8 ||= !block.isUtf8();
  }

  private readLines(block: LineBlock): void {
    const { bytes } = this.view;
    const { end } = block;
    const { long, every, edges, byLine } = this.cues;
    const short = this.cues.shortIn(block.controls);
    let nextLong = long.next(bytes, 0, end);
    let nextShort = short === null ? end : short.next(bytes, 1, end);
    for (let at = 1; at < end; ) {
      let start = at;
      if (!byLine && this.wanted === 0) {
        const hit = Math.min(nextLong, nextShort);
        if (hit >= end) return;
        start = bytes[hit] === LF ? hit + 1 : lineStart(bytes, hit);
      }
      const lineEnd = endOfLine(bytes, start, end);
      let readers = every | this.wanted;
      for (; nextLong < lineEnd; nextLong = long.next(bytes, nextLong + 1, end)) readers |= long.mask;
      for (; short !== null && nextShort < lineEnd; nextShort = short.next(bytes, nextShort + 1, end))
        readers |= short.mask;
      if (!edges.isEmpty) readers |= edges.readersOf(bytes, start, lineEnd);
      if (readers !== 0) {
        const line = block.line(start, lineEnd);
        const open = this.lineEndAdded && lineEnd + 1 === end;
        this.wanted = this.take(open ? { ...line, open } : line, readers);
      }
      at = lineEnd + 1;
    }
  }
}

const lineStart = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (bytes[at - 1] !== LF) at -= 1;
  return at;
};

/** A loop: for a line it is faster than the search of the typed array. */
const endOfLine = (bytes: Uint8Array, from: number, end: number): number => {
  let at = from;
  while (at < end && bytes[at] !== LF) at += 1;
  return at;
};
