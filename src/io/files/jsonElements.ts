import { DamagedStream } from './byteStream';
import { maxRowBytes } from './jsonLines';

/**
 * One element of the outermost array or object: the bytes of `value`, or of `"key": value`. `cut`: the document ended
 * inside it. `tooLong`: over the limit, its bytes were not held.
 */
export interface Element {
  readonly kind: 'element';
  /** 1-based. */
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly tooLong: number | null;
  readonly cut: boolean;
}

/** Said once at the end: whether the document was closed, and whether something stood behind it. */
export interface DocumentEnd {
  readonly kind: 'end';
  readonly closed: boolean;
  readonly trailing: boolean;
  /** Why the bytes stopped early; null where they did not. */
  readonly damage: string | null;
}

enum Byte {
  Quote = 34,
  Comma = 44,
  Backslash = 92,
}

const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;
const isOpen = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClose = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

/** Follows one JSON document byte by byte and cuts it between the elements of its outermost level. */
class ElementSplitter {
  private depth = 0;
  private inString = false;
  private escaped = false;
  private parts: Uint8Array[] = [];
  private length = 0;
  private filled = false;
  private number = 0;
  closed = false;
  trailing = false;

  constructor(private readonly limit: number) {}

  *take(chunk: Uint8Array): Generator<Element> {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (this.inString) this.inside(byte);
      else if (this.boundary(byte)) {
        this.keep(chunk.subarray(start, i));
        start = i + 1;
        if (this.filled) yield this.element(false);
        this.parts = [];
        this.length = 0;
      } else this.outside(byte);
    }
    if (this.depth > 0) this.keep(chunk.subarray(start));
  }

  /** What was begun and never ended, where there is something. */
  *rest(): Generator<Element> {
    if (this.filled && !this.closed) yield this.element(true);
  }

  private inside(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === Byte.Backslash) this.escaped = true;
    else if (byte === Byte.Quote) this.inString = false;
  }

  /** The opening bracket, a comma of the outermost level, and the closing bracket cut; all else is content. */
  private boundary(byte: number): boolean {
    if (this.closed) return false;
    if (this.depth === 0 && isOpen(byte)) {
      this.depth = 1;
      return true;
    }
    if (this.depth !== 1) return false;
    if (byte === Byte.Comma) return true;
    if (!isClose(byte)) return false;
    this.depth = 0;
    this.closed = true;
    return true;
  }

  private outside(byte: number): void {
    if (isSpace(byte)) return;
    if (this.depth === 0) {
      this.trailing ||= this.closed;
      return;
    }
    this.filled = true;
    if (byte === Byte.Quote) this.inString = true;
    else if (isOpen(byte)) this.depth += 1;
    else if (isClose(byte)) this.depth -= 1;
  }

  private keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length <= this.limit) this.parts.push(part);
    else this.parts = [];
  }

  private element(cut: boolean): Element {
    this.number += 1;
    this.filled = false;
    const tooLong = this.length > this.limit ? this.length : null;
    return { kind: 'element', number: this.number, bytes: Buffer.concat(this.parts), tooLong, cut };
  }
}

/** Elements of a JSON array or object as they stream by, then the end; holds one element at a time. */
export async function* jsonElements(
  chunks: AsyncIterable<Uint8Array>,
  limit = maxRowBytes,
): AsyncGenerator<Element | DocumentEnd> {
  const splitter = new ElementSplitter(limit);
  let damage: string | null = null;
  try {
    for await (const chunk of chunks) yield* splitter.take(chunk);
  } catch (error) {
    if (!(error instanceof DamagedStream)) throw error;
    damage = error.message;
  }
  yield* splitter.rest();
  yield { kind: 'end', closed: splitter.closed, trailing: splitter.trailing, damage };
}
