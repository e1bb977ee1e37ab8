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
export const valueAt = (value: unknown, ...keys: readonly Key[]): unknown => {
  let found = value;
  for (let at = 0; at < keys.length; at++) found = below(found, keys[at] as Key);
  return found;
};

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

const ofAnyIso = (text: string): number | null => {
  const found = isoTime.exec(text);
  if (found === null) return null;
  const [, day, clock = '00:00', zone = 'Z'] = found;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const time = Date.parse(`${day}T${clock.replace(',', '.')}${offset}`);
  return Number.isNaN(time) ? null : time;
};

/** The number that digits of `text` in `[from, to)` write; NaN where another character is among them. */
const digitsAt = (text: string, from: number, to: number): number => {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
};

const isUtcMillis = (text: string): boolean =>
  text.length === 24 &&
  text[4] === '-' &&
  text[7] === '-' &&
  text[10] === 'T' &&
  text[13] === ':' &&
  text[16] === ':' &&
  text[19] === '.' &&
  text[23] === 'Z';

/** `2025-08-01T12:00:00.000Z`, as most files write it, without an expression; null where it isn't that. */
const ofUtcMillis = (text: string): number | null => {
  if (!isUtcMillis(text)) return null;
  const [month, day, hour] = [digitsAt(text, 5, 7), digitsAt(text, 8, 10), digitsAt(text, 11, 13)];
  const [minute, second, millis] = [digitsAt(text, 14, 16), digitsAt(text, 17, 19), digitsAt(text, 20, 23)];
  const year = digitsAt(text, 0, 4);
  const fits = month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour <= 23 && minute <= 59 && second <= 59;
  if (!fits || !(year >= 1000) || Number.isNaN(millis)) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second, millis);
};

/** The text that was read last: readers and steps ask for the same time one after the other. */
let lastIso: { readonly text: string; readonly time: number | null } = { text: '', time: null };

const ofIso = (text: string): number | null => {
  if (text !== lastIso.text) lastIso = { text, time: ofUtcMillis(text) ?? ofAnyIso(text) };
  return lastIso.time;
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
  const isCount = value.charCodeAt(4) !== 45 && /^\d{9,20}(?:\.\d{1,12})?$/.test(value);
  return isCount ? ofCount(Number(value)) : ofIso(value);
};

export const timeAt = (value: unknown, ...keys: readonly Key[]): number | null => timeOf(valueAt(value, ...keys));
