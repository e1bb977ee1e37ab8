/**
 * Texts as Python's `str` has them, where JavaScript's differ: what is blank, where lines end, and characters counted
 * by code point. Made after CPython's `str.isspace`, `str.splitlines` and indexing.
 */
const blanks = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const leading = new RegExp(`^${blanks}+`);
const blank = new RegExp(blanks);
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python ends lines at these.
const lineEnd = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

/** `str.lstrip()`. */
export const lstrip = (text: string): string => text.replace(leading, '');

/** `str.strip()`. Walks back by hand: a pattern for trailing blanks takes the square of a long run's length. */
export const strip = (text: string): string => {
  let end = text.length;
  while (end > 0 && blank.test(text.charAt(end - 1))) end -= 1;
  return lstrip(text.slice(0, end));
};

/** A text up to the end of its first line, and what comes behind it, as `splitlines` cuts. */
export const firstLine = (text: string): { readonly line: string; readonly rest: string } => {
  const found = lineEnd.exec(text);
  if (found === null) return { line: text, rest: '' };
  return { line: text.slice(0, found.index), rest: text.slice(found.index + found[0].length) };
};

const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;

/** `len(text)`: code points. */
export const codePoints = (text: string): number => {
  let extra = 0;
  for (const _ of text.matchAll(pairs)) extra += 1;
  return text.length - extra;
};

/** `text[start:stop]`, by code points; null: from the beginning, to the end. */
export const codePointSlice = (text: string, start: number | null, stop: number | null): string => {
  const length = codePoints(text);
  if (length === text.length) return text.slice(start ?? 0, stop ?? length);
  const placed = (at: number) => Math.min(Math.max(at < 0 ? length + at : at, 0), length);
  const from = placed(start ?? 0);
  const units = unitsOf(text, from, Math.max(from, placed(stop ?? length)));
  return text.slice(units.from, units.to);
};

/** Where two code points stand in UTF-16 units. */
const unitsOf = (text: string, from: number, to: number): { readonly from: number; readonly to: number } => {
  let units = 0;
  let points = 0;
  const walk = (until: number): number => {
    for (; points < until; points += 1) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
    return units;
  };
  return { from: walk(from), to: walk(to) };
};

/** What a pipe gives in Python's text mode: every end of a line is `\n`. */
export const universalNewlines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
