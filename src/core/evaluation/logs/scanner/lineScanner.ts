import type { LogLine } from '../lineParser';
import { afterBlanks, type CompiledCues } from './compiledCues';
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
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** What came after the last line end, and room for a piece behind it. */
  private buffer = new Uint8Array(2 * PIECE);
  private held = 0;
  /** Place in the log of the buffer's first byte. */
  private offset = 0;
  private lines = 0;
  private wanted = 0;
  private long: LongLine | null = null;
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
    if (this.long !== null) this.endLongLine(this.held);
    else if (this.held > 0) this.readBlock(this.held);
    this.held = 0;
  }

  private pushPiece(piece: Uint8Array): void {
    const filled = this.held + piece.length;
    this.reserve(filled);
    this.buffer.set(piece, this.held);
    const from = Math.max(0, this.held - 1);
    this.held = filled;
    if (this.long !== null) this.goOnWithLongLine();
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

  private goOnWithLongLine(): void {
    const cut = afterFirstLineEnd(this.buffer, this.held);
    if (cut > 0) {
      this.endLongLine(cut);
      this.drop(cut);
      this.readWholeLines(0);
    } else if (this.buffer[this.held - 1] !== CR) {
      this.long?.push(this.buffer.subarray(0, this.held));
      this.drop(this.held);
    }
  }

  private endLongLine(cut: number): void {
    const { long, buffer } = this;
    if (long === null) return;
    this.long = null;
    let end = cut;
    while (end > 0 && (buffer[end - 1] === LF || buffer[end - 1] === CR)) end -= 1;
    long.push(buffer.subarray(0, end));
    this.lines += 1;
    this.shortened.count += 1;
    if (this.shortened.count === 1) this.shortened.first = this.lines;
    const readers = long.readers | this.wanted | this.cues.every;
    this.wanted = readers === 0 ? 0 : this.take(long.line(this.lines), readers);
  }

  private reserve(bytes: number): void {
    if (bytes <= this.buffer.length) return;
    const larger = new Uint8Array(2 * bytes);
    larger.set(this.buffer.subarray(0, this.held));
    this.buffer = larger;
  }

  private drop(bytes: number): void {
    this.buffer.copyWithin(0, bytes, this.held);
    this.held -= bytes;
    this.offset += bytes;
    if (this.buffer.length > LONGEST && this.held < PIECE) this.buffer = this.buffer.slice(0, 2 * PIECE);
  }

  /** The buffer's first bytes, which end with a line. */
  private readBlock(length: number): void {
    const bytes = this.buffer.subarray(0, length);
    const text = this.decode(bytes);
    // As many units as bytes: each byte is a unit, so places in the text are places in the bytes.
    const same = text.length === length;
    const { long, short, every } = this.cues;
    let nextLong = long.next(bytes, 0);
    let nextShort = short === null ? length : short.next(bytes, 0);
    let textAt = 0;
    for (let at = 0; at < length; ) {
      const end = lineEnd(bytes, at, length);
      const textEnd = same ? end : end < length ? text.indexOf(bytes[end] === LF ? '\n' : '\r', textAt) : text.length;
      this.lines += 1;
      let readers = every | this.wanted;
      for (; nextLong < end; nextLong = long.next(bytes, nextLong + 1)) readers |= long.mask;
      for (; short !== null && nextShort < end; nextShort = short.next(bytes, nextShort + 1)) readers |= short.mask;
      if (end > at) readers |= this.readersOfEdges(bytes, at, end);
      if (readers !== 0) {
        const line = {
          line: this.lines,
          start: this.offset + at,
          end: this.offset + end,
          text: text.slice(textAt, textEnd),
        };
        this.wanted = this.take(end < length ? line : { ...line, open: true }, readers);
      }
      const width = bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1;
      at = end + width;
      textAt = textEnd + width;
    }
  }

  private decode(bytes: Uint8Array): string {
    const text = this.decoder.decode(bytes);
    // The log may hold U+FFFD itself.
    if (!this.notUtf8 && text.includes('\ufffd')) this.notUtf8 = !isUtf8(bytes);
    return text;
  }

  private readersOfEdges(bytes: Uint8Array, at: number, end: number): number {
    const { starts, indented, ends } = this.cues;
    let readers = 0;
    if (starts.edges[bytes[at] as number] === 1) readers |= starts.readersOf(bytes, at, end);
    if (ends.edges[bytes[end - 1] as number] === 1) readers |= ends.readersOf(bytes, at, end);
    if (indented.isEmpty) return readers;
    const first = afterBlanks(bytes, at, end);
    if (first < end && indented.edges[bytes[first] as number] === 1) readers |= indented.readersOf(bytes, first, end);
    return readers;
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

const lineEnd = (bytes: Uint8Array, from: number, length: number): number => {
  let at = from;
  while (at < length) {
    const byte = bytes[at] as number;
    if (byte <= CR && (byte === LF || byte === CR)) break;
    at += 1;
  }
  return at;
};

/** Index after the last line end in `[from, end)`; 0 where there is none. A CR at the end may be half of a CR LF. */
const afterLastLineEnd = (bytes: Uint8Array, from: number, end: number): number => {
  for (let at = end - 1; at >= from; at -= 1) if (bytes[at] === LF || (bytes[at] === CR && at < end - 1)) return at + 1;
  return 0;
};

/** Index after the first line end before `end`, with the LF of a CR LF; 0 where none is whole. */
const afterFirstLineEnd = (bytes: Uint8Array, end: number): number => {
  const at = lineEnd(bytes, 0, end);
  if (at >= end || (bytes[at] === CR && at === end - 1)) return 0;
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
};
