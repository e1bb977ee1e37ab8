import { err, ok, type Result } from './result';

/** Where a text literal begins at an offset: its prefix, lower-case, and its quotes; null where none begins. */
interface StringStart {
  readonly prefix: string;
  readonly quote: string;
  /** Offset of the first character of the content. */
  readonly content: number;
}

interface StringFault {
  readonly at: number;
  readonly reason: string;
}

const prefixes: ReadonlySet<string> = new Set(['', 'u', 'r', 'b', 'br', 'rb']);

/** Tells whether a text literal begins at `at`: `'`, `"`, tripled, after one of Python's prefixes (no f-strings). */
export const stringStart = (text: string, at: number): StringStart | null => {
  let start = at;
  while (start < at + 3 && text[start] !== "'" && text[start] !== '"') start += 1;
  const mark = text[start];
  if (mark !== "'" && mark !== '"') return null;
  const prefix = text.slice(at, start).toLowerCase();
  if (!prefixes.has(prefix)) return null;
  const triple = text[start + 1] === mark && text[start + 2] === mark;
  const quote = triple ? mark.repeat(3) : mark;
  return { prefix, quote, content: start + quote.length };
};

const simple: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
};

const hexLength: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

interface Escape {
  readonly value: string;
  /** Offset behind the escape. */
  readonly end: number;
}

const hexEscape = (text: string, at: number, digits: number): Result<Escape, StringFault> => {
  const hex = text.slice(at + 2, at + 2 + digits);
  const code = hex.length === digits && /^[0-9a-f]+$/i.test(hex) ? Number.parseInt(hex, 16) : Number.NaN;
  if (!(code <= 0x10ffff)) return err({ at, reason: `${digits} hex digits of a character expected` });
  return ok({ value: String.fromCodePoint(code), end: at + 2 + digits });
};

/** The escape at the backslash `at`. Unknown ones stay as they are, backslash included, as in Python. */
const escapeAt = (text: string, at: number, bytes: boolean): Result<Escape, StringFault> => {
  const letter = text[at + 1] ?? '';
  if (letter === '\r') return ok({ value: '', end: at + (text[at + 2] === '\n' ? 3 : 2) });
  const plain = Object.hasOwn(simple, letter) ? simple[letter] : undefined;
  if (plain !== undefined) return ok({ value: plain, end: at + 2 });
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
  if (octal !== undefined)
    return ok({ value: String.fromCharCode(Number.parseInt(octal, 8)), end: at + 1 + octal.length });
  const digits = Object.hasOwn(hexLength, letter) && (letter === 'x' || !bytes) ? hexLength[letter] : undefined;
  if (digits !== undefined) return hexEscape(text, at, digits);
  if (letter === 'N' && !bytes) return err({ at, reason: 'a character by name can not be read; write it as \\u' });
  return ok({ value: `\\${letter}`, end: at + 1 + letter.length });
};

/** A raw text keeps its backslashes, but a quote behind one does not end it. */
const rawEscape = (text: string, at: number): Escape => ({ value: text.slice(at, at + 2), end: at + 2 });

const isLineEnd = (code: number): boolean => code === 10 || code === 13;

/** Reads the text literal that begins at `at`. `end` is the offset behind its last quote. */
export const readPythonString = (
  text: string,
  at: number,
): Result<{ readonly value: string; readonly end: number }, StringFault> => {
  const start = stringStart(text, at);
  if (start === null) return err({ at, reason: 'a text expected' });
  const { quote, prefix } = start;
  const parts: string[] = [];
  let from = start.content;
  for (let i = from; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (code === 92) {
      const found = prefix.includes('r') ? ok(rawEscape(text, i)) : escapeAt(text, i, prefix.includes('b'));
      if (!found.ok) return found;
      parts.push(text.slice(from, i), found.value.value);
      i = found.value.end;
      from = i;
    } else if (text.startsWith(quote, i)) {
      parts.push(text.slice(from, i));
      return ok({ value: parts.join(''), end: i + quote.length });
    } else if (quote.length === 1 && isLineEnd(code)) return err({ at: i, reason: `a closing ${quote} expected` });
    else i += 1;
  }
  return err({ at: text.length, reason: `a closing ${quote} expected` });
};
