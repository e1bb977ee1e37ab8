/** Numbers one after the other, 8 bytes each; null and numbers alike. */
export class NumberColumn {
  private values = new Float64Array(64);
  length = 0;

  push(value: number | null): void {
    if (this.length === this.values.length) {
      const wider = new Float64Array(this.length * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length++] = value ?? Number.NaN;
  }

  /** What was pushed as this one, from 0; NaN comes back as null. */
  at(index: number): number | null {
    const value = this.values[index] as number;
    return Number.isNaN(value) ? null : value;
  }

  /** Lets go of all from this one on. */
  cut(length: number): void {
    this.length = Math.min(length, this.length);
  }

  /** Of a column without nulls. */
  known(index: number): number {
    return this.values[index] as number;
  }
}

/** Few different values, each kept once; 4 bytes a row. */
export class NamedColumn<T extends string = string> {
  private codes = new Uint32Array(64);
  private readonly names: T[] = [];
  private readonly codeOf = new Map<T, number>();
  private length = 0;

  push(name: T): void {
    if (this.length === this.codes.length) {
      const wider = new Uint32Array(this.length * 2);
      wider.set(this.codes);
      this.codes = wider;
    }
    let code = this.codeOf.get(name);
    if (code === undefined) {
      code = this.names.push(name) - 1;
      this.codeOf.set(name, code);
    }
    this.codes[this.length++] = code;
  }

  cut(length: number): void {
    this.length = Math.min(length, this.length);
  }

  at(index: number): T {
    return this.names[this.codes[index] as number] as T;
  }
}
