import { type ByteCutter, type CutRest, type CutValue, HeldBytes } from './cutValue';

const lineFeed = 10;

/** Cuts bytes behind each line feed; lines come with their ends. A byte-order mark belongs to no line. */
export class LineCutter implements ByteCutter {
  private readonly held: HeldBytes;
  private start = 0;
  private base = 0;

  constructor(limit: number) {
    this.held = new HeldBytes(limit);
  }

  take(chunk: Uint8Array): readonly CutValue[] {
    const found: CutValue[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      this.held.add(chunk.subarray(from, at + 1));
      from = at + 1;
      found.push(this.line(this.base + from));
    }
    if (from < chunk.length) this.held.add(chunk.subarray(from));
    this.base += chunk.length;
    return found;
  }

  /** A last line without its end. */
  rest(): CutRest {
    return { last: this.held.length > 0 ? this.line(this.base) : null, cut: null, trailing: null };
  }

  private line(end: number): CutValue {
    const start = this.start;
    const bytes = this.held.take(end - start);
    this.start = end;
    const mark = start === 0 && bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    return { place: '', start: start + mark, end, bytes: bytes?.subarray(mark) ?? null };
  }
}
