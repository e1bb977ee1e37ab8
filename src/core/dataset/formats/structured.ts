import { parsePythonLiteral } from '../../shared/pythonLiteral';
import type { Fields } from './rowFormat';

/** What a text that writes a list or an object holds, JSON or a Python literal; null where it writes neither. */
const structureIn = (text: string): object | null => {
  if (!/^\s*[[{(]/.test(text)) return null;
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    const read = parsePythonLiteral(text, { joinTexts: false });
    value = read.ok ? read.value : null;
  }
  return typeof value === 'object' ? value : null;
};

/** A field that holds lists or objects. Tables have no such types and write them as text. */
export const structured = (value: unknown): unknown =>
  typeof value === 'string' ? (structureIn(value) ?? value) : value;

/** Those of the fields that write a list or an object as text, as what they write. */
export const structuredFields = (row: Fields, fields: readonly string[]): Fields => {
  const found: Record<string, unknown> = {};
  for (const field of fields) {
    const value = row[field];
    const structure = typeof value === 'string' ? structureIn(value) : null;
    if (structure !== null) found[field] = structure;
  }
  return found;
};
