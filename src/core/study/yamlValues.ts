import { isMap, isScalar, isSeq } from 'yaml';

/** Reads of a YAML tree that give null for what is absent or of another type; the checker has said so already. */
export const child = (node: unknown, key: string): unknown => (isMap(node) ? (node.get(key, true) ?? null) : null);

/** A number is the text that stands for it: a hash of digits alone and an id `007` keep every one of them. */
export const textOf = (node: unknown): string | null => {
  if (!isScalar(node)) return null;
  const { value, source } = node;
  return typeof value === 'string' ? value : typeof value === 'number' ? (source ?? String(value)) : null;
};

export const numberOf = (node: unknown): number | null => {
  const value = isScalar(node) ? node.value : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

export const booleanOf = (node: unknown): boolean | null =>
  isScalar(node) && typeof node.value === 'boolean' ? node.value : null;

export const itemsOf = (node: unknown): readonly unknown[] => (isSeq(node) ? node.items : []);

export const textsOf = (node: unknown): readonly string[] =>
  itemsOf(node).flatMap((item) => {
    const text = textOf(item);
    return text === null ? [] : [text];
  });

/** A block of names and texts; numbers and booleans as text, all else left out. */
export const textMapOf = (node: unknown): Readonly<Record<string, string>> => {
  if (!isMap(node)) return {};
  const entries = node.items.flatMap((pair) => {
    const key = textOf(pair.key);
    const value =
      isScalar(pair.value) && typeof pair.value.value === 'boolean' ? String(pair.value.value) : textOf(pair.value);
    return key === null || value === null ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
};

export const memberOf = <T extends string>(node: unknown, values: readonly T[]): T | null =>
  values.find((value) => value === textOf(node)) ?? null;
