import { LongTexts } from './longTexts';

/** A piece of a file: half-open byte range, its bytes, and the member of the document in which it stands. */
export interface CutValue {
  readonly place: string;
  readonly start: number;
  readonly end: number;
  /** An element of an array that is cut by elements. */
  readonly inArray?: boolean;
  /** Null where the piece is longer than the limit, and stays so without its long texts: it was not held. */
  readonly bytes: Uint8Array | null;
  /** Bytes of long texts that are left out of `bytes`. Absent: none. */
  readonly left?: number;
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

/** What was held of a piece. */
export type HeldPiece = Pick<CutValue, 'bytes' | 'left'>;

/** Bytes of one value over several chunks; of more than the limit all but the long texts of a JSON value. */
export class HeldBytes {
  private parts: Uint8Array[] = [];
  private short: LongTexts | null = null;
  length = 0;

  /** `isJson`: what is held is a JSON value, whose texts can be told. */
  constructor(
    private readonly limit: number,
    private readonly isJson = true,
  ) {}

  add(part: Uint8Array): void {
    this.length += part.length;
    if (this.length <= this.limit + slack) this.parts.push(part);
    else if (!this.isJson) this.parts = [];
    else if (this.shortened().length <= this.limit) this.shortened().add(part);
  }

  /** The first `length` of the bytes held, behind which none but blanks are. */
  take(length: number): HeldPiece {
    const short = length > this.limit && this.isJson ? this.shortened() : this.short;
    const [first] = this.parts;
    const whole = this.parts.length === 1 && first ? first : Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    this.short = null;
    if (short !== null)
      return short.length <= this.limit ? { bytes: short.bytes(), left: short.left } : { bytes: null };
    return { bytes: length <= this.limit ? whole.subarray(0, length) : null };
  }

  /** What is held from now on without its long texts. */
  private shortened(): LongTexts {
    this.short ??= new LongTexts();
    for (const part of this.parts) this.short.add(part);
    this.parts = [];
    return this.short;
  }
}
