import type { ScalarType } from '../shared/fieldShape';
import { sizeBytes, spanMs } from './spans';

const idShape = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const day = /^\d{4}-\d{2}-\d{2}(?:[Tt ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A type in the words of "expected ..., found ...". */
export const scalarWords: Readonly<Record<ScalarType | 'path', string>> = {
  text: 'text',
  id: 'an id of a-z, 0-9, ".", "_" and "-", at most 64 long',
  integer: 'a whole number',
  number: 'a number',
  span: 'a span such as 30m',
  size: 'a size such as 4GiB',
  share: 'a share from 0 to 1',
  boolean: 'true or false',
  date: 'a date such as 2026-12-31',
  hash: '64 hex digits',
  path: 'a path',
};

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const tests: Readonly<Record<ScalarType | 'path', (value: unknown) => boolean>> = {
  text: isText,
  path: isText,
  id: (value) => typeof value === 'string' && idShape.test(value),
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  span: (value) => typeof value === 'string' && spanMs(value) !== null,
  size: (value) => typeof value === 'string' && sizeBytes(value) !== null,
  share: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10))),
  hash: (value) => typeof value === 'string' && /^[0-9a-fA-F]{64}$/.test(value),
};

export const fits = (type: ScalarType | 'path', value: unknown): boolean => tests[type](value);

/** What was probably meant by a value of the wrong type: `30` as a span is `30s` or `30m`. `written` is its text. */
export const meantBy = (type: ScalarType | 'path', written: string): readonly string[] => {
  const number = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(written.trim());
  const [, count = '', unit = ''] = number ?? [];
  if (type === 'span' && number) return unit === '' ? ['s', 'm', 'h'].map((one) => count + one) : spanUnit(count, unit);
  if (type === 'size' && number) return unit === '' ? ['MiB', 'GiB'].map((one) => count + one) : sizeUnit(count, unit);
  if (type === 'boolean' && /^(yes|on|1|no|off|0)$/i.test(written)) return [String(/^(yes|on|1)$/i.test(written))];
  if (type === 'share' && /^\d{1,3}\s*%?$/.test(written)) return percent(Number.parseInt(written, 10));
  return type === 'id' ? plainId(written) : [];
};

const spanUnit = (count: string, unit: string): readonly string[] => {
  const known = /^(ms|milli)/i.test(unit) ? 'ms' : /^[smhd]/i.test(unit) ? unit.slice(0, 1).toLowerCase() : null;
  return known === null ? [] : [count + known];
};

const sizeUnit = (count: string, unit: string): readonly string[] =>
  /^[kmg]/i.test(unit) ? [`${count}${unit.slice(0, 1).toUpperCase()}iB`] : [];

const percent = (value: number): readonly string[] => (value <= 100 ? [String(value / 100)] : []);

const plainId = (written: string): readonly string[] => {
  const plain = written
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 64);
  return idShape.test(plain) && plain !== written ? [plain] : [];
};
