import { skipPythonBlanks } from './pythonBlanks';
import { readPythonNumber } from './pythonNumber';
import { readPythonString, stringStart } from './pythonString';
import { err, ok, type Result } from './result';

/** Nesting beyond this is refused: real lists of tests have one level, reports printed by Python have five. */
export const maxLiteralDepth = 100;

/** Characters beyond this are refused. The largest real list (2,567 ids) has 300,000. */
const maxLiteralLength = 64 * 1024 * 1024;

export interface LiteralOptions {
  /**
   * Python joins two texts that stand side by side; NumPy prints the entries of a list that way, without commas.
   * `false` refuses them, so that two entries never become one. Default: true, as in Python.
   */
  readonly joinTexts?: boolean;
}

/** Where and why reading stopped; caught by `parsePythonLiteral`, so it never leaves this module's callers. */
class LiteralFault extends Error {}

const isWordPart = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;

const words: Readonly<Record<string, unknown>> = { None: null, True: true, False: false };

/** A dict's key as a field name: texts as they are, the rest as Python's `str` writes it. */
const keyText = (key: unknown): string => {
  if (typeof key === 'string') return key;
  if (key === null) return 'None';
  if (typeof key === 'boolean') return key ? 'True' : 'False';
  return typeof key === 'number' ? String(key) : JSON.stringify(key);
};

class LiteralReader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly joinTexts: boolean,
  ) {}

  document(): unknown {
    const first = this.value();
    const value = this.take(',') ? [first, ...this.bareTuple()] : first;
    this.skipBlanks();
    if (this.at < this.text.length) this.fail('the end expected');
    return value;
  }

  /** What follows the first comma of a tuple without brackets. */
  private bareTuple(): readonly unknown[] {
    const items: unknown[] = [];
    for (let comma = true; comma; ) {
      this.skipBlanks();
      if (this.at >= this.text.length) break;
      items.push(this.value());
      comma = this.take(',');
    }
    return items;
  }

  private fail(what: string): never {
    const found = this.text.slice(this.at, this.at + 20);
    throw new LiteralFault(
      `${what} at character ${this.at + 1}, ${found === '' ? 'nothing' : JSON.stringify(found)} found`,
    );
  }

  private skipBlanks(): void {
    this.at = skipPythonBlanks(this.text, this.at);
  }

  private value(): unknown {
    this.skipBlanks();
    const open = this.text[this.at];
    if (open === '[') return this.nested(() => this.items(']').items);
    if (open === '(') return this.nested(() => this.tuple());
    if (open === '{') return this.nested(() => this.dictOrSet());
    if (stringStart(this.text, this.at) !== null) return this.texts();
    const number = readPythonNumber(this.text, this.at);
    if (number === null) return this.word();
    this.at = number.end;
    return number.value;
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > maxLiteralDepth) this.fail(`no more than ${maxLiteralDepth} levels expected`);
    this.at += 1;
    const value = read();
    this.depth -= 1;
    return value;
  }

  private word(): unknown {
    let end = this.at;
    while (isWordPart(this.text.charCodeAt(end))) end += 1;
    const word = this.text.slice(this.at, end);
    if (!Object.hasOwn(words, word)) return this.emptySet(word, end);
    this.at = end;
    return words[word];
  }

  private emptySet(word: string, end: number): unknown {
    if (word !== 'set' || !this.text.startsWith('()', end)) this.fail('a literal expected');
    this.at = end + 2;
    return [];
  }

  private texts(): string {
    const parts: string[] = [];
    const isBytes = this.startsBytes();
    for (;;) {
      const read = readPythonString(this.text, this.at);
      if (!read.ok) {
        this.at = read.error.at;
        this.fail(read.error.reason);
      }
      parts.push(read.value.value);
      this.at = read.value.end;
      this.skipBlanks();
      if (stringStart(this.text, this.at) === null) return parts.join('');
      if (this.startsBytes() !== isBytes) this.fail('texts and bytes can not be joined; a comma expected');
      if (!this.joinTexts) this.fail('a comma between two texts expected (NumPy prints lists without)');
    }
  }

  private startsBytes(): boolean {
    return stringStart(this.text, this.at)?.prefix.includes('b') ?? false;
  }

  /** Values up to the closing bracket, with or without a last comma. */
  private items(close: string): { readonly items: readonly unknown[]; readonly comma: boolean } {
    const items: unknown[] = [];
    let comma = false;
    while (!this.take(close)) {
      if (items.length > 0 && !comma) this.fail(`"," or "${close}" expected`);
      items.push(this.value());
      comma = this.take(',');
    }
    return { items, comma };
  }

  private take(mark: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  /** `(a)` is `a` in brackets; `(a,)`, `()` and `(a, b)` are tuples. */
  private tuple(): unknown {
    const { items, comma } = this.items(')');
    return items.length === 1 && !comma ? items[0] : items;
  }

  private dictOrSet(): unknown {
    if (this.take('}')) return {};
    const first = this.value();
    if (!this.take(':')) return [first, ...this.rest()];
    const entries: [string, unknown][] = [[keyText(first), this.value()]];
    while (!this.take('}')) {
      if (!this.take(',')) this.fail('"," or "}" expected');
      if (this.take('}')) break;
      const key = keyText(this.value());
      if (!this.take(':')) this.fail('":" expected');
      entries.push([key, this.value()]);
    }
    return Object.fromEntries(entries);
  }

  /** What follows the first entry of a set. */
  private rest(): readonly unknown[] {
    if (this.take('}')) return [];
    if (!this.take(',')) this.fail('":", "," or "}" expected');
    return this.items('}').items;
  }
}

/**
 * Reads one Python literal as `ast.literal_eval` does (texts with all prefixes and escapes, numbers, lists, tuples,
 * sets, dicts, None, True, False), by a grammar of our own; nothing is ever evaluated. Tuples and sets become lists,
 * dicts objects whose keys are text, integers that no double holds their digits as text, bytes a text of U+0000 to
 * U+00FF. Errors are words with the place, counted in characters from 1. Time is linear in the text.
 */
export const parsePythonLiteral = (text: string, options: LiteralOptions = {}): Result<unknown, string> => {
  if (text.length > maxLiteralLength) return err(`the literal has ${text.length} characters, too many to read`);
  try {
    return ok(new LiteralReader(text, options.joinTexts ?? true).document());
  } catch (error) {
    if (error instanceof LiteralFault) return err(error.message);
    throw error;
  }
};
