import type { AnswerValue } from '../form/answers';

export type RowFields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is RowFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field by its name as it stands, else by its path with dots; undefined where there is none. */
export const fieldAt = (row: unknown, name: string): unknown => {
  if (!isFields(row)) return undefined;
  if (Object.hasOwn(row, name)) return row[name];
  let at: unknown = row;
  for (const part of name.split('.')) {
    if (!isFields(at) || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return at;
};

/** A text with something in it; numbers and booleans as the text for them. */
export const textIn = (value: unknown): string | null => {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};

export const numberIn = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** From 1; null for all else. */
export const attemptIn = (value: unknown): number | null => {
  const number = numberIn(value);
  return number !== null && Number.isInteger(number) && number >= 1 ? number : null;
};

const hex = /^[0-9a-f]{64}$/i;

export const hashIn = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.replace(/^sha256:/, '') : '';
  return hex.test(text) ? text.toLowerCase() : null;
};

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.trim() !== '') ||
  (typeof value === 'number' && Number.isFinite(value));

/** A value of a rubric: a word, a number, a boolean, a list or a block of those; null for all else. */
export const valueIn = (value: unknown): AnswerValue | null => {
  if (isPlain(value)) return value;
  if (Array.isArray(value)) return value.every(isPlain) ? value : null;
  if (!isFields(value)) return null;
  const entries = Object.entries(value).flatMap(([name, one]) => (isPlain(one) ? [[name, one] as const] : []));
  return entries.length > 0 && entries.length === Object.keys(value).length ? Object.fromEntries(entries) : null;
};
