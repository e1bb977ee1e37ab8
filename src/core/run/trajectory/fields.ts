/** Typed looks into unknown values of outside files: own keys only, null for what isn't there or is of another kind. */
export type Fields = Readonly<Record<string, unknown>>;

type Key = string | number;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const below = (value: unknown, key: Key): unknown => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  if (Array.isArray(value) && typeof key !== 'number') return undefined;
  return (value as Readonly<Record<Key, unknown>>)[key];
};

/** What stands below a value at these keys and indexes; undefined where nothing does. */
export const valueAt = (value: unknown, ...keys: readonly Key[]): unknown => keys.reduce(below, value);

/** The object there; null where there is none. */
export const fieldsAt = (value: unknown, ...keys: readonly Key[]): Fields | null => {
  const found = valueAt(value, ...keys);
  return isFields(found) ? found : null;
};

/** The list there; empty where there is none. */
export const listAt = (value: unknown, ...keys: readonly Key[]): readonly unknown[] => {
  const found = valueAt(value, ...keys);
  return Array.isArray(found) ? found : [];
};

/** The text there, as it stands; null where there is none. */
export const textAt = (value: unknown, ...keys: readonly Key[]): string | null => {
  const found = valueAt(value, ...keys);
  return typeof found === 'string' ? found : null;
};

/** The finite number there; null where there is none. A text of digits is none. */
export const numberAt = (value: unknown, ...keys: readonly Key[]): number | null => {
  const found = valueAt(value, ...keys);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
};

export const booleanAt = (value: unknown, ...keys: readonly Key[]): boolean | null => {
  const found = valueAt(value, ...keys);
  return typeof found === 'boolean' ? found : null;
};

const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,12})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/i;

const ofIso = (text: string): number | null => {
  const found = isoTime.exec(text);
  if (found === null) return null;
  const [, day, clock = '00:00', zone = 'Z'] = found;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const time = Date.parse(`${day}T${clock.replace(',', '.')}${offset}`);
  return Number.isNaN(time) ? null : time;
};

/** Counts since 1970 in seconds, milli-, micro- or nanoseconds: of the years 1973 to 5138 only one of them fits. */
const ofCount = (count: number): number | null => {
  if (!Number.isFinite(count) || count <= 0) return null;
  if (count < 1e11) return Math.round(count * 1000);
  if (count < 1e14) return Math.round(count);
  return Math.round(count < 1e17 ? count / 1e3 : count / 1e6);
};

/**
 * Milliseconds since 1970 of a time as files write it: ISO 8601 (without a zone it is read as UTC), or a count of
 * seconds, milli-, micro- or nanoseconds, also as a text of digits. Null where it is none of these.
 */
export const timeOf = (value: unknown): number | null => {
  if (typeof value === 'number') return ofCount(value);
  if (typeof value !== 'string' || value.length > 64) return null;
  return /^\d{9,20}(?:\.\d{1,12})?$/.test(value) ? ofCount(Number(value)) : ofIso(value);
};

export const timeAt = (value: unknown, ...keys: readonly Key[]): number | null => timeOf(valueAt(value, ...keys));
