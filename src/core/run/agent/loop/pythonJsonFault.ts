import { codePoints } from './pythonText';

/** Thrown inside; what `json.loads` of Python 3.12 and before says of a text that is no JSON. */
class JsonFault extends Error {
  constructor(
    readonly words: string,
    readonly at: number,
  ) {
    super(words);
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const constant = /null|true|false|NaN|-?Infinity/y;
const blanks = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text may not hold them.
const plain = /[^"\\\x00-\x1f]*/y;

/** How deep values may be nested: Python gives up near here as well, by RecursionError. */
const deepest = 900;

/** Walks a text as CPython's scanner does, to say the same of it and at the same place. */
class JsonScanner {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): void {
    if (this.text.startsWith('\ufeff')) throw new JsonFault('Unexpected UTF-8 BOM (decode using utf-8-sig)', 0);
    this.skip();
    this.value(0);
    this.skip();
    if (this.at < this.text.length) throw new JsonFault('Extra data', this.at);
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private skip(): void {
    this.match(blanks);
  }

  private next(): string {
    return this.text.charAt(this.at);
  }

  private value(depth: number): void {
    if (depth > deepest) throw new JsonFault('maximum recursion depth exceeded', -1);
    const first = this.next();
    if (first === '"') this.string();
    else if (first === '{') this.object(depth);
    else if (first === '[') this.array(depth);
    else if (this.match(constant) === null && this.match(number) === null)
      throw new JsonFault('Expecting value', this.at);
  }

  private object(depth: number): void {
    if (this.empty('}')) return;
    for (;;) {
      if (this.next() !== '"') throw new JsonFault('Expecting property name enclosed in double quotes', this.at);
      this.string();
      this.skip();
      if (this.next() !== ':') throw new JsonFault("Expecting ':' delimiter", this.at);
      this.at += 1;
      this.skip();
      this.value(depth + 1);
      if (this.closed('}')) return;
    }
  }

  /** Passes over what opens a block, and over its end where nothing stands in it. */
  private empty(end: string): boolean {
    this.at += 1;
    this.skip();
    if (this.next() !== end) return false;
    this.at += 1;
    return true;
  }

  private array(depth: number): void {
    if (this.empty(']')) return;
    for (;;) {
      this.value(depth + 1);
      if (this.closed(']')) return;
    }
  }

  /** Passes over the end of the block, and says so, or over a comma. */
  private closed(end: string): boolean {
    this.skip();
    const mark = this.next();
    if (mark !== end && mark !== ',') throw new JsonFault("Expecting ',' delimiter", this.at);
    this.at += 1;
    if (mark === end) return true;
    this.skip();
    return false;
  }

  private string(): void {
    const begin = this.at;
    this.at += 1;
    for (let mark = this.plain(); mark !== '"'; mark = this.plain()) {
      if (mark === '') throw new JsonFault('Unterminated string starting at', begin);
      if (mark !== '\\') throw new JsonFault('Invalid control character at', this.at);
      this.escape(begin);
    }
    this.at += 1;
  }

  /** Passes over what means itself, and gives what comes then. */
  private plain(): string {
    this.match(plain);
    return this.next();
  }

  private escape(begin: number): void {
    const letter = this.text.charAt(this.at + 1);
    if (letter === '') throw new JsonFault('Unterminated string starting at', begin);
    if (letter === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(this.text.slice(this.at + 2, this.at + 6)))
        throw new JsonFault('Invalid \\uXXXX escape', this.at + 1);
      this.at += 6;
    } else if ('"\\/bfnrt'.includes(letter)) this.at += 2;
    else throw new JsonFault('Invalid \\escape', this.at);
  }
}

const placeWords = (text: string, at: number): string => {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = codePoints(before.slice(before.lastIndexOf('\n') + 1)) + 1;
  return `line ${line} column ${column} (char ${codePoints(before)})`;
};

/**
 * What Python's `json.loads` says of a text that it can't read, word for word and with its place in code points; null
 * where it reads it (also `NaN` and `Infinity`, which it takes). Release 3.13 says one thing otherwise: of a comma
 * before the end of a block.
 */
export const pythonJsonFault = (text: string): string | null => {
  try {
    new JsonScanner(text).whole();
    return null;
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    return fault.at < 0
      ? `${fault.words} while decoding a JSON object from a unicode string`
      : `${fault.words}: ${placeWords(text, fault.at)}`;
  }
};
