const integer = /^[+-]?(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|[1-9](?:_?\d)*|0(?:_?0)*)$/;
const digits = String.raw`\d(?:_?\d)*`;
const exponent = `[eE][+-]?${digits}`;
const decimal = new RegExp(
  `^[+-]?(?:(?:(?:${digits})?\\.${digits}|${digits}\\.)(?:${exponent})?|${digits}${exponent})$`,
);

/** Digits beyond this are refused, so that no number costs more than its share of the time. */
const maxDigits = 4_300;

const isNumberPart = (text: string, i: number): boolean => {
  const char = text[i] ?? '';
  if (/[0-9A-Za-z_.]/.test(char)) return true;
  return (char === '+' || char === '-') && /[eE]/.test(text[i - 1] ?? '');
};

const exact = (value: bigint, source: string): number | string =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : source;

const integerOf = (source: string): number | string => {
  const negative = source.startsWith('-');
  const size = BigInt(source.replace(/^[+-]/, ''));
  const value = negative ? -size : size;
  return exact(value, value.toString());
};

/**
 * The Python number at `at` with its sign: integers of every base, decimals, exponents, `_` between digits. Integers
 * that no double holds are given as decimal text. Null where no number stands there (complex ones included).
 */
export const readPythonNumber = (
  text: string,
  at: number,
): { readonly value: number | string; readonly end: number } | null => {
  let start = at;
  if (text[start] === '+' || text[start] === '-') start += 1;
  while (start > at && text[start] === ' ') start += 1;
  if (!/[0-9.]/.test(text[start] ?? '')) return null;
  let end = start;
  while (end < text.length && isNumberPart(text, end)) end += 1;
  if (end - start > maxDigits) return null;
  const source = `${text.slice(at, start).trimEnd()}${text.slice(start, end)}`;
  if (integer.test(source)) return { value: integerOf(source.replaceAll('_', '')), end };
  return decimal.test(source) ? { value: Number(source.replaceAll('_', '')), end } : null;
};
