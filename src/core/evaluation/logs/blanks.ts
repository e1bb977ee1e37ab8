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

/** The words of a line, at most `limit` of them. */
export const words = (line: string, limit = Number.POSITIVE_INFINITY): string[] => {
  const found: string[] = [];
  let at = 0;
  while (found.length < limit) {
    while (at < line.length && isBlank(line.charCodeAt(at))) at += 1;
    if (at >= line.length) return found;
    const start = at;
    while (at < line.length && !isBlank(line.charCodeAt(at))) at += 1;
    found.push(line.slice(start, at));
  }
  return found;
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
