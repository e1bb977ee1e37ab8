import type { Fields } from './rowFormat';

/** Whether the row has all of these fields, whatever they hold. */
export const has = (row: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => Object.hasOwn(row, name));

/** Whether the row has one of these fields at least. */
export const hasAny = (row: Fields, ...names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(row, name));

/** Whether a value is an object with fields, as a row is. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a value is, in words for people. */
export const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};
