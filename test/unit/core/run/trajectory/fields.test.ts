import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  booleanAt,
  fieldsAt,
  listAt,
  numberAt,
  textAt,
  timeAt,
  timeOf,
  valueAt,
} from '../../../../../src/core/run/trajectory/fields';

const value: unknown = JSON.parse('{"a":{"b":[1,"x",true,null]},"__proto__":{"c":2},"t":"2025-01-20T12:34:56.5"}');

describe('looking into unknown values', () => {
  it('finds own keys and indexes, also one called __proto__', () => {
    expect(valueAt(value, 'a', 'b', 1)).toBe('x');
    expect(numberAt(value, '__proto__', 'c')).toBe(2);
    expect(booleanAt(value, 'a', 'b', 2)).toBe(true);
    expect(valueAt(value)).toBe(value);
  });

  it.each([['constructor'], ['toString'], ['length'], ['__defineGetter__']])('never finds inherited %s', (key) => {
    expect(valueAt(value, 'a', key)).toBeUndefined();
    expect(valueAt([], key)).toBeUndefined();
    expect(valueAt('text', key)).toBeUndefined();
  });

  it('gives null or an empty list for another kind', () => {
    expect(textAt(value, 'a')).toBeNull();
    expect(numberAt(value, 'a', 'b', 1)).toBeNull();
    expect(fieldsAt(value, 'a', 'b')).toBeNull();
    expect(listAt(value, 'a')).toEqual([]);
    expect(booleanAt(value, 'a', 'b', 3)).toBeNull();
    expect(numberAt(Number.NaN)).toBeNull();
  });
});

describe('times', () => {
  const moment = Date.UTC(2025, 0, 20, 12, 34, 56, 500);

  it.each([
    ['2025-01-20T12:34:56.5Z'],
    ['2025-01-20T12:34:56.500000'],
    ['2025-01-20 12:34:56.5'],
    ['2025-01-20T13:34:56.5+01:00'],
    ['2025-01-20T13:34:56,5+0100'],
    [moment],
    [moment / 1000],
    [moment * 1000],
    [`${moment}000000`],
  ])('%s is that moment', (written) => expect(timeOf(written)).toBe(moment));

  it('reads a time without a zone as UTC', () => expect(timeAt(value, 't')).toBe(moment));

  it.each([['yesterday'], ['2025-13-45'], [''], [null], [0], [-5], [Number.NaN], [{}], ['20']])(
    '%s is no time',
    (written) => expect(timeOf(written)).toBeNull(),
  );
});

describe('a time in UTC with milliseconds', () => {
  it('is read as any other, also of the last days of a month and of days that there are none of', () => {
    const part = (max: number, length: number) => fc.nat(max).map((n) => `${n}`.padStart(length, '0'));
    const written = fc
      .tuple(part(9999, 4), part(14, 2), part(33, 2), part(25, 2), part(61, 2), part(61, 2), part(999, 3))
      .map(
        ([year, month, day, hour, minute, second, ms]) => `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`,
      );
    fc.assert(
      fc.property(written, (text) => {
        const parsed = Date.parse(text);
        expect(timeOf(text)).toBe(Number.isNaN(parsed) ? null : parsed);
      }),
      { numRuns: 2000 },
    );
  });
});
