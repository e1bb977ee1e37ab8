/** Room for a quarter more: of long columns little is left empty. */
const roomFor = (length: number): number => Math.max(64, Math.ceil(length * 1.25));

/** Numbers and nulls one after the other, 8 bytes each; nothing where all are null. */
export class NumberColumn {
  private values = new Float64Array(0);
  private length = 0;

  push(value: number | null): void {
    const at = this.length++;
    if (at < this.values.length) this.values[at] = value ?? Number.NaN;
    else if (value !== null) {
      const wider = new Float64Array(roomFor(at + 1)).fill(Number.NaN);
      wider.set(this.values);
      this.values = wider;
      wider[at] = value;
    }
  }

  /** Lets go of all from this one on. */
  cut(length: number): void {
    this.length = Math.min(length, this.length);
    this.values.fill(Number.NaN, this.length);
  }

  /** What was pushed as this one, from 0; NaN comes back as null. */
  at(index: number): number | null {
    const value = this.values[index];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** Of a column without nulls. */
  known(index: number): number {
    return this.values[index] as number;
  }
}

/** Few different values, each kept once; a byte a row, 4 once there are more than 256. */
export class NamedColumn<T extends string = string> {
  private codes: Uint8Array | Uint32Array = new Uint8Array(64);
  private readonly names: T[] = [];
  private readonly codeOf = new Map<T, number>();
  private length = 0;

  push(name: T): void {
    let code = this.codeOf.get(name);
    if (code === undefined) {
      code = this.names.push(name) - 1;
      this.codeOf.set(name, code);
    }
    const isWide = this.codes instanceof Uint32Array || code > 255;
    if (this.length === this.codes.length || isWide !== this.codes instanceof Uint32Array) this.widen(isWide);
    this.codes[this.length++] = code;
  }

  cut(length: number): void {
    this.length = Math.min(length, this.length);
  }

  at(index: number): T {
    return this.names[this.codes[index] as number] as T;
  }

  private widen(isWide: boolean): void {
    const room = roomFor(this.length + 1);
    const wider = isWide ? new Uint32Array(room) : new Uint8Array(room);
    wider.set(this.codes.subarray(0, this.length));
    this.codes = wider;
  }
}
