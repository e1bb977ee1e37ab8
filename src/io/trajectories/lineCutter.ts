import { type ByteCutter, type CutRest, type CutValue, HeldBytes } from './cutValue';

const lineFeed = 10;

const isBlank = (byte: number | undefined): boolean => byte === lineFeed || byte === 13 || byte === 32 || byte === 9;

/** Cuts bytes behind each line feed; lines come with their ends. A byte-order mark belongs to no line. */
export class LineCutter implements ByteCutter {
  private readonly held: HeldBytes;
  private start: number;
  private base: number;

  /** `bare`: lines come without the blanks behind them, their ends among these; blank ones do not come at all. */
  constructor(
    private readonly limit: number,
    private readonly bare = false,
    /** Of the first byte taken. */
    from = 0,
  ) {
    this.start = from;
    this.base = from;
    this.held = new HeldBytes(limit, bare);
  }

  take(chunk: Uint8Array): readonly CutValue[] {
    const found: CutValue[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      const isHere = this.held.length === 0 && this.start > 0 && at - from < this.limit;
      const line = isHere ? this.lineOf(chunk, from, at + 1) : this.heldLine(chunk.subarray(from, at + 1));
      from = at + 1;
      this.start = this.base + from;
      if (line !== null) found.push(line);
    }
    if (from < chunk.length) this.held.add(chunk.subarray(from));
    this.base += chunk.length;
    return found;
  }

  /** A last line without its end. */
  rest(): CutRest {
    const last = this.held.length > 0 ? this.heldLine(new Uint8Array()) : null;
    return { last, cut: null, trailing: null };
  }

  private heldLine(end: Uint8Array): CutValue | null {
    this.held.add(end);
    const { length } = this.held;
    const { bytes, left = 0 } = this.held.take(length);
    if (bytes === null || left > 0) return { place: '', start: this.start, end: this.start + length, bytes, left };
    const hasMark = this.start === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return this.lineOf(bytes, 0, bytes.length, hasMark ? 3 : 0);
  }

  /** A line of these bytes, which begin at `this.start` of the file. */
  private lineOf(bytes: Uint8Array, from: number, to: number, mark = 0): CutValue | null {
    let end = to;
    if (this.bare) while (end > from && isBlank(bytes[end - 1])) end--;
    if (this.bare && end <= from + mark) return null;
    const start = this.start + mark;
    return { place: '', start, end: this.start + end - from, bytes: bytes.subarray(from + mark, end) };
  }
}
