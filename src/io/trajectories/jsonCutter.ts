import { type ByteCutter, type CutRest, type CutValue, HeldBytes, type HeldPiece } from './cutValue';

enum Byte {
  Tab = 9,
  LineFeed = 10,
  Return = 13,
  Space = 32,
  Quote = 34,
  Comma = 44,
  Colon = 58,
  OpenList = 91,
  Backslash = 92,
  CloseList = 93,
  Open = 123,
  Close = 125,
}

const isSpace = (byte: number): boolean =>
  byte === Byte.Space || byte === Byte.LineFeed || byte === Byte.Return || byte === Byte.Tab;

/** Bytes that are looked at one by one before a native search: most strings end before it would pay. */
const near = 48;

const keyOf = (bytes: Uint8Array | null): string => {
  try {
    const key: unknown = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()));
    return typeof key === 'string' ? key : '';
  } catch {
    return '';
  }
};

/**
 * Follows one JSON document byte by byte and cuts it into the elements of its outermost array, or the members of its
 * outermost object, those for which `isSplit` holds element by element. Depth is a counter: nothing recurses. What is
 * broken inside a value is left to who parses it.
 */
export class JsonCutter implements ByteCutter {
  private inString = false;
  private escaped = false;
  private depth = 0;
  /** Depth at which values are cut: 0 before the document, 1 in it, 2 in an array that is cut by elements. */
  private level = 0;
  private isObject = false;
  private awaitsKey = false;
  private place = '';
  private start = -1;
  /** Behind the last byte of the value at hand that is no blank. */
  private end = 0;
  /** Where the value's bytes begin in the chunk at hand. */
  private from = 0;
  private base = 0;
  private closed = false;
  private trailing: number | null = null;
  private readonly held: HeldBytes;
  private found: CutValue[] = [];

  constructor(
    private readonly isSplit: (key: string) => boolean,
    limit: number,
  ) {
    this.held = new HeldBytes(limit);
  }

  take(chunk: Uint8Array): readonly CutValue[] {
    this.found = [];
    this.from = 0;
    for (let i = 0; i < chunk.length; ) {
      if (this.inString) i = this.string(chunk, i);
      else if (this.depth > this.level) i = this.inside(chunk, i);
      else this.between(chunk, i++);
    }
    if (this.start >= 0) this.held.add(chunk.subarray(this.from));
    this.base += chunk.length;
    return this.found;
  }

  rest(): CutRest {
    const start = this.start >= 0 ? this.start : this.base;
    return { last: null, cut: this.closed ? null : { start, end: this.base }, trailing: this.trailing };
  }

  /** Whether the document is an array; of one that has not begun, true. */
  get isArray(): boolean {
    return !this.isObject;
  }

  /** On to behind the string's end, or the chunk's. */
  private string(chunk: Uint8Array, from: number): number {
    let i = this.escaped ? from + 1 : from;
    this.escaped = false;
    for (const far = Math.min(chunk.length, i + near); i < far; i++) {
      if (chunk[i] === Byte.Quote) return this.closeString(i);
      if (chunk[i] === Byte.Backslash) i++;
    }
    if (i >= chunk.length) {
      this.escaped = i > chunk.length;
      return chunk.length;
    }
    const quote = chunk.indexOf(Byte.Quote, i);
    const stop = quote < 0 ? chunk.length : quote;
    let slashes = stop;
    while (slashes > i && chunk[slashes - 1] === Byte.Backslash) slashes--;
    this.escaped = (stop - slashes) % 2 === 1;
    return quote < 0 ? chunk.length : this.escaped ? quote : this.closeString(quote);
  }

  private closeString(quote: number): number {
    this.inString = false;
    this.end = this.base + quote + 1;
    return quote + 1;
  }

  /** Inside a value: only strings and brackets count. On to behind what was met. */
  private inside(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === Byte.Quote) {
        this.inString = true;
        return i + 1;
      }
      if (byte === Byte.Open || byte === Byte.OpenList) this.depth++;
      else if (byte === Byte.Close || byte === Byte.CloseList) {
        this.end = this.base + i + 1;
        if (--this.depth === this.level) return i + 1;
      }
    }
    return chunk.length;
  }

  /** At the level at which values are cut. */
  private between(chunk: Uint8Array, i: number): void {
    const byte = chunk[i] as number;
    if (isSpace(byte)) return;
    if (this.closed) this.trailing ??= this.base + i;
    else if (this.level === 0) this.enter(byte);
    else if (byte === Byte.Comma) {
      this.finish(chunk);
      this.awaitsKey = this.level === 1 && this.isObject;
    } else if (byte === Byte.Colon && this.awaitsKey) this.takeKey(chunk);
    else if (byte === Byte.Close || byte === Byte.CloseList) this.leave(chunk);
    else if (byte === Byte.OpenList && this.splitsHere()) this.level = ++this.depth;
    else this.begin(byte, i);
  }

  private enter(byte: number): void {
    if (byte !== Byte.Open && byte !== Byte.OpenList) return;
    this.isObject = byte === Byte.Open;
    this.awaitsKey = this.isObject;
    this.level = ++this.depth;
  }

  private leave(chunk: Uint8Array): void {
    this.finish(chunk);
    this.level = --this.depth;
    this.closed = this.level === 0;
  }

  private splitsHere(): boolean {
    return this.level === 1 && this.isObject && !this.awaitsKey && this.start < 0 && this.isSplit(this.place);
  }

  private begin(byte: number, i: number): void {
    if (this.start < 0) {
      this.start = this.base + i;
      this.from = i;
    }
    if (byte === Byte.Quote) this.inString = true;
    else if (byte === Byte.Open || byte === Byte.OpenList) this.depth++;
    else this.end = this.base + i + 1;
  }

  private pieceHere(chunk: Uint8Array): HeldPiece {
    const end = this.end - this.base;
    if (end > this.from) this.held.add(chunk.subarray(this.from, end));
    const piece = this.held.take(this.end - this.start);
    this.start = -1;
    return piece;
  }

  private takeKey(chunk: Uint8Array): void {
    this.place = this.start < 0 ? '' : keyOf(this.pieceHere(chunk).bytes);
    this.awaitsKey = false;
  }

  private finish(chunk: Uint8Array): void {
    if (this.start < 0) return;
    const { start, end, place } = this;
    this.found.push({ place, start, end, inArray: this.level === 2 || !this.isObject, ...this.pieceHere(chunk) });
  }
}
