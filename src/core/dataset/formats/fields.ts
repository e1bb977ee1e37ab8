import type { Fields } from './rowFormat';

/** Whether the row has all of these fields, whatever they hold. */
export const has = (row: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => Object.hasOwn(row, name));

/** Whether the row has one of these fields at least. */
export const hasAny = (row: Fields, ...names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(row, name));
