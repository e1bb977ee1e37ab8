import type { LogLine } from '../lineParser';
import { searched } from './anywhereCues';
import type { CompiledCues } from './compiledCues';
import { afterLastLineEnd, isUtf8, nextLineEnd, plainLineEnds } from './lineEnds';
import { LongLine } from './longLine';
import { ShortCues } from './shortCues';

/** Takes a candidate line and the bits of its readers; returns the bits of those who want the next line as well. */
export type LineTaker = (line: LogLine, readers: number) => number;

/** Bytes that are looked at in one go: few enough that one foreign letter doesn't slow the decoding of many lines. */
const PIECE = 16 * 1024;
/** One buffer is kept for the next log: to make one takes as long as to read a short log. */
let spare: Uint8Array<ArrayBuffer> | null = null;
const nothing = new Uint8Array(0);
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
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** What came after the last line end, and room for a piece behind it. */
  private buffer = nothing;
  private held = 0;
  /** Place in the log of the first byte that is held. */
  private offset = 0;
  private lines = 0;
  private wanted = 0;
  private long: LongLine | null = null;
  /** Whether the last line end is ours and not the log's. */
  private endsOpen = false;
  /** Number of the first line whose middle was left out, and how many there are. */
  readonly shortened = { first: 0, count: 0 };
  /** Whether some bytes are no UTF-8; they are read as U+FFFD. */
  notUtf8 = false;

  constructor(
    private readonly cues: CompiledCues,
    private readonly take: LineTaker,
  ) {}

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += PIECE) this.pushPiece(chunk.subarray(at, at + PIECE));
  }

  /** The end of the log: a last line needs no line end. */
  end(): void {
    if (this.held > 0 || this.long !== null) {
      this.endsOpen = this.held === 0 || this.buffer[this.held - 1] !== CR;
      this.pushPiece(Uint8Array.of(LF));
    }
    if (this.buffer.length === 2 * PIECE) spare = this.buffer;
    this.buffer = nothing;
  }

  private pushPiece(piece: Uint8Array): void {
    const room = LONGEST - this.held;
    if (this.long !== null || piece.length <= room) this.pushPart(piece);
    else {
      // Which lines are too long must not depend on how the log is cut.
      this.pushPart(piece.subarray(0, room));
      this.pushPiece(piece.subarray(room));
    }
  }

  private pushPart(piece: Uint8Array): void {
    const from = Math.max(0, this.held - 1);
    this.reserve(this.held + piece.length);
    this.buffer.set(piece, this.held);
    this.held += piece.length;
    if (this.long !== null) this.goOnWithLongLine(this.long);
    else this.readWholeLines(from);
  }

  private readWholeLines(from: number): void {
    const cut = afterLastLineEnd(this.buffer, from, this.held);
    if (cut > 0) {
      this.readBlock(cut);
      this.drop(cut);
    }
    if (this.held < LONGEST) return;
    this.long = new LongLine(this.cues, this.offset, this.buffer.subarray(0, this.held));
    this.drop(this.held);
  }

  private goOnWithLongLine(long: LongLine): void {
    const held = this.buffer.subarray(0, this.held);
    const end = nextLineEnd(held, 0, this.held);
    const open = end === this.held || (held[end] === CR && end + 1 === this.held);
    long.push(held.subarray(0, end));
    if (open) {
      this.drop(end);
      return;
    }
    this.long = null;
    this.takeLongLine(long);
    this.drop(held[end] === CR && held[end + 1] === LF ? end + 2 : end + 1);
    this.readWholeLines(0);
  }

  private takeLongLine(long: LongLine): void {
    this.lines += 1;
    this.shortened.count += 1;
    long.end();
    if (this.shortened.count === 1) this.shortened.first = this.lines;
    const readers = long.readers | this.wanted | this.cues.every;
    this.wanted =
      readers === 0 ? 0 : this.take({ ...long.line(this.lines), ...(this.endsOpen ? { open: true } : {}) }, readers);
  }

  private reserve(bytes: number): void {
    if (bytes <= this.buffer.length) return;
    const larger = bytes > 2 * PIECE ? new Uint8Array(2 * bytes) : (spare ?? new Uint8Array(2 * PIECE));
    if (larger === spare) spare = null;
    larger.set(this.buffer.subarray(0, this.held));
    this.buffer = larger;
  }

  private drop(bytes: number): void {
    this.buffer.copyWithin(0, bytes, this.held);
    this.held -= bytes;
    this.offset += bytes;
    if (this.buffer.length >= LONGEST && this.held < PIECE) this.buffer = this.buffer.slice(0, 2 * PIECE);
  }

  /** The first `length` bytes that are held; they end with a line. */
  private readBlock(length: number): void {
    const bytes = this.buffer.subarray(0, length);
    const text = this.decoder.decode(bytes);
    // The log may hold U+FFFD itself.
    if (!this.notUtf8 && text.includes('\ufffd')) this.notUtf8 = !isUtf8(bytes);
    if (!text.includes('\r')) this.readLines(bytes, text, []);
    else {
      const plain = plainLineEnds(bytes, length);
      const left = bytes.subarray(0, plain.length);
      this.readLines(left, this.decoder.decode(left), plain.removed);
    }
  }

  /** Lines that end at LF alone; `removed` tells where in the bytes a CR stood before it. */
  private readLines(bytes: Uint8Array, text: string, removed: readonly number[]): void {
    const { long, every, edges } = this.cues;
    const { length } = bytes;
    const all = searched(bytes);
    const short = new ShortCues(this.cues.short, text);
    // As many units as bytes: each byte is a unit, so places in the text are places in the bytes.
    const same = text.length === length;
    let nextLong = long.next(all, 0, length);
    let passed = 0;
    for (let start = 0, textStart = 0; start < length; ) {
      const textEnd = text.indexOf('\n', textStart);
      // A line has at least as many bytes as units, and mostly no more.
      const end = same ? textEnd : lineFeedFrom(bytes, start + textEnd - textStart);
      let readers = every | this.wanted;
      for (; nextLong < end; nextLong = long.next(all, nextLong + 1, length)) readers |= long.mask;
      if (short.next < textEnd) readers |= short.readersBefore(textEnd);
      if (end > start) readers |= edges.readersOf(bytes, start, end);
      this.lines += 1;
      if (readers !== 0) {
        const from = this.offset + passed;
        const line = { line: this.lines, start: from + start, end: from + end, text: text.slice(textStart, textEnd) };
        const open = this.endsOpen && end + 1 === length;
        this.wanted = this.take(open ? { ...line, open } : line, readers);
      }
      if (removed[passed] === end) passed += 1;
      start = end + 1;
      textStart = textEnd + 1;
    }
  }
}

const lineFeedFrom = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (bytes[at] !== LF) at += 1;
  return at;
};
