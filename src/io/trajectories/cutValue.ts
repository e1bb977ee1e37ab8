/** A piece of a file: half-open byte range, its bytes, and the member of the document in which it stands. */
export interface CutValue {
  readonly place: string;
  readonly start: number;
  readonly end: number;
  /** An element of an array that is cut by elements. */
  readonly inArray?: boolean;
  /** Null where the piece is longer than the limit: it was not held. */
  readonly bytes: Uint8Array | null;
}

/** Takes a file's bytes piece by piece and gives the values that they complete. */
export interface ByteCutter {
  take(chunk: Uint8Array): readonly CutValue[];
  /** What was still open at the end. */
  rest(): CutRest;
}

export interface CutRest {
  /** A last value that needs no end to be one: a line that may be whole, a text. */
  readonly last: CutValue | null;
  readonly cut: { readonly start: number; readonly end: number } | null;
  readonly trailing: number | null;
}

/** Blanks behind a value may be held with it before its end is known. */
const slack = 1024 * 1024;

/** Bytes of one value over several chunks; lets go of them where they are more than the limit. */
export class HeldBytes {
  private parts: Uint8Array[] = [];
  length = 0;

  constructor(private readonly limit: number) {}

  add(part: Uint8Array): void {
    this.length += part.length;
    if (this.length <= this.limit + slack) this.parts.push(part);
    else this.parts = [];
  }

  /** The first `length` of the bytes held, after which none are; null where they are over the limit. */
  take(length: number): Uint8Array | null {
    const isHeld = length <= this.limit && this.length <= this.limit + slack;
    const [first] = this.parts;
    const whole = this.parts.length === 1 && first ? first : Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    return isHeld ? whole.subarray(0, length) : null;
  }
}
