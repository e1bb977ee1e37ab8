/**
 * Blanks as the harness's own language sees them: its `split()` and `strip()` also count U+001C to U+001F and U+0085
 * and don't count U+FEFF, unlike `\s` here. An id is cut at the same character or the score differs.
 */
export const isBlank = (code: number): boolean => {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  if (code === 0x85 || code === 0xa0 || code === 0x1680) return true;
  if (code >= 0x2000 && code <= 0x200a) return true;
  return code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000;
};

/** A line without the blanks at both ends. */
export const trimBlanks = (line: string): string => {
  let start = 0;
  let end = line.length;
  while (start < end && isBlank(line.charCodeAt(start))) start += 1;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === line.length ? line : line.slice(start, end);
};

const range = (from: number, to: number): string => `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;

const ascii = `${range(0x09, 0x0d)}${range(0x1c, 0x20)}`;
const BEYOND_ASCII = '\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** The same blanks as a class for a pattern, without its brackets; it stands for the harness's `\s`. */
export const BLANKS = `${ascii}${BEYOND_ASCII}`;

const NEXT_BLANK = new RegExp(`[${BLANKS}]`, 'g');
const NEXT_OTHER = new RegExp(`[^${BLANKS}]`, 'g');

/** Where the pattern's next character at `from` or later stands; the line's length where there is none. */
const find = (pattern: RegExp, line: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(line) ? pattern.lastIndex - 1 : line.length;
};

/** The words of a line, at most `limit` of them. A pattern goes over a part of a longer text twice as fast as a loop. */
export const words = (line: string, limit = Number.POSITIVE_INFINITY): string[] => {
  const found: string[] = [];
  for (let end = 0; found.length < limit; ) {
    // Mostly one blank stands between two words, and none before the first.
    let start = end > 0 || isBlank(line.charCodeAt(0)) ? end + 1 : 0;
    if (isBlank(line.charCodeAt(start))) start = find(NEXT_OTHER, line, start);
    if (start >= line.length) return found;
    end = find(NEXT_BLANK, line, start);
    found.push(line.slice(start, end));
  }
  return found;
};

const ODD_BLANKS = new RegExp(`^ | $|  |[${BLANKS.replace(' ', String.fromCharCode(0x1f))}]`);

/** All words of a line, joined by one space. */
export const singleBlanks = (line: string): string => (ODD_BLANKS.test(line) ? words(line).join(' ') : line);
