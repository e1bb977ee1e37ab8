/** Values as JSON has them; objects are maps, so that no name in them means anything to us. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;

/** Where a value stands in its text: half-open. */
export interface JsonRange {
  readonly start: number;
  readonly end: number;
}

/** A value that a text begins with, and where its objects stand; `broken`: none, up to `end`. */
export type JsonReading =
  | { readonly kind: 'value'; readonly value: Json; readonly end: number; rangeOf(object: JsonObject): JsonRange }
  | { readonly kind: 'broken'; readonly end: number };

const SPACE = /[ \t\n\r]*/y;
const WORD = /true|false|null|NaN|-?Infinity|-?(?:0|[1-9][0-9]{0,400})(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,9})?/y;
const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** The end of the text that begins at a quote; -1 where it doesn't end. */
const textEnd = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
};

const decode = (quoted: string): string | null => {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
};

interface Open {
  readonly value: Json[] | Map<string, Json>;
  readonly start: number;
  key: string | null;
}

class JsonReader {
  private readonly ranges = new Map<JsonObject, JsonRange>();
  private readonly open: Open[] = [];
  private done: Json | undefined;
  /** Whether a value has to follow; else what follows a value. */
  private wants = true;

  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  /** Reads one value. No recursion: the depth of outside data is not bounded. */
  read(): JsonReading {
    let fits = true;
    while (fits && this.done === undefined) fits = this.wants ? this.value() : this.next();
    if (!fits || this.done === undefined) return { kind: 'broken', end: this.at };
    const rangeOf = (object: JsonObject): JsonRange => this.ranges.get(object) ?? { start: 0, end: 0 };
    return { kind: 'value', value: this.done, end: this.at, rangeOf };
  }

  private skip(): string {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
    return this.text[this.at] ?? '';
  }

  /** What follows a value inside an array or an object. */
  private next(): boolean {
    const top = this.open.at(-1);
    const mark = this.skip();
    this.at += 1;
    if (mark === (Array.isArray(top?.value) ? ']' : '}')) return this.close();
    this.wants = true;
    return mark === ',' && (Array.isArray(top?.value) || this.key());
  }

  private key(): boolean {
    const top = this.open.at(-1);
    const key = this.skip() === '"' ? this.quoted() : null;
    if (key === null || !top || this.skip() !== ':') return false;
    top.key = key;
    this.at += 1;
    return true;
  }

  private quoted(): string | null {
    const end = textEnd(this.text, this.at);
    const found = end === -1 ? null : decode(this.text.slice(this.at, end));
    this.at = end === -1 ? this.text.length : end;
    return found;
  }

  private value(): boolean {
    const mark = this.skip();
    if (mark === '"') {
      const found = this.quoted();
      return found !== null && this.put(found);
    }
    if (mark === '[' || mark === '{') return this.enter(mark);
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text)?.[0];
    if (!word) return false;
    this.at += word.length;
    return this.put(words.has(word) ? (words.get(word) ?? null) : Number(word));
  }

  private enter(mark: '[' | '{'): boolean {
    this.open.push({ value: mark === '[' ? [] : new Map(), start: this.at, key: null });
    this.at += 1;
    if (this.skip() === (mark === '[' ? ']' : '}')) {
      this.at += 1;
      return this.close();
    }
    return mark === '[' || this.key();
  }

  private close(): boolean {
    const top = this.open.pop();
    if (!top) return false;
    if (!Array.isArray(top.value)) this.ranges.set(top.value, { start: top.start, end: this.at });
    return this.put(top.value);
  }

  private put(value: Json): boolean {
    this.wants = false;
    const top = this.open.at(-1);
    if (!top) this.done = value;
    else if (Array.isArray(top.value)) top.value.push(value);
    else top.value.set(top.key ?? '', value);
    return true;
  }
}

/** Reads the JSON value that begins at `start`; what follows it is not looked at. `NaN` and `Infinity` are numbers. */
export const readJson = (text: string, start = 0): JsonReading => new JsonReader(text, start).read();

export const isJsonObject = (value: Json | undefined): value is JsonObject => value instanceof Map;

/** The objects of an array; nothing where the value is none. */
export const objectsOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

export const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
