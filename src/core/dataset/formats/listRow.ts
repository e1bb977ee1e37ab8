import type { Fields, ListedRow, ListFields } from './rowFormat';

/** The first of these fields that holds a text (a number is written as text); null where none does. */
export const firstText = (row: Fields, fields: readonly string[]): string | null => {
  for (const field of fields) {
    const value = row[field];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
};

/** Lists a row by its fields alone, as most formats do. */
export const listBy =
  (fields: ListFields) =>
  (row: Fields): ListedRow => ({
    id: firstText(row, fields.id),
    repo: firstText(row, fields.repo),
    statement: firstText(row, fields.statement),
  });
