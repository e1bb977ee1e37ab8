import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectRow } from '../../../../src/core/dataset/detectRow';
import { formatByName } from '../../../../src/core/dataset/formats/registry';
import { readTestList } from '../../../../src/core/dataset/testList';
import type { Instance, Label } from '../../../../src/core/instance/instance';
import { benchmarkRows } from '../../../fakes/benchmarkRows';

const names = Object.keys(benchmarkRows);

const read = (name: string, row: unknown) =>
  formatByName(name)?.read(row, { where: 'row 1', format: `${name}-jsonl`, benchmark: name });

/** The row with some of its fields holding anything at all, and fields of no benchmark. */
const spoilt = (name: string): fc.Arbitrary<Record<string, unknown>> => {
  const field = fc.constantFrom(...Object.keys(benchmarkRows[name] ?? {}), '__proto__', 'constructor', 'other', '');
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom("['a' 'b']", '[', "['x ', \"y'\"]"),
  );
  return fc
    .array(fc.tuple(field, value), { maxLength: 5 })
    .map((changes) => Object.fromEntries([...Object.entries(benchmarkRows[name] ?? {}), ...changes]));
};

const decoded = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const list = readTestList(value);
  if (list.ok) return list.value;
  try {
    return JSON.parse(value);
  } catch {
    return { encoded: value };
  }
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the field's content is in the instance: under its own name in `extra`, or as one of the instance's values. */
const isKept = (instance: Instance, field: string, value: unknown): boolean => {
  if (value === null) return true;
  const { extra, labels, ...rest } = instance;
  if (Object.hasOwn(extra, field))
    return [value, decoded(value), { encoded: value }].some((spelling) => same(extra[field], spelling));
  const values = [
    ...Object.values(rest),
    ...Object.values(labels as Readonly<Record<string, readonly Label[]>>).map((list) =>
      list.map((label) => label.value),
    ),
  ];
  const written =
    typeof value === 'number' ? [String(value), new Date(Math.min(Math.max(value, 0), 1e13)).toISOString()] : [];
  const spellings = [value, [value], decoded(value), [], ...written];
  if (value === '' || same(decoded(value), [])) return true;
  if (field === 'number') return instance.id.endsWith(`:pr-${value}`);
  return values.some(
    (each) => each !== null && spellings.some((spelling) => !same(spelling, []) && same(each, spelling)),
  );
};

describe('rows of every benchmark, whatever they hold', () => {
  it.each(names)('%s: never throws, opens or says why not, and drops no field', (name) => {
    let opened = 0;
    fc.assert(
      fc.property(spoilt(name), (row) => {
        const reading = read(name, row);
        if (reading?.kind === 'skipped') expect(reading.problem.reason).not.toBe('');
        if (reading?.kind !== 'instance') return;
        opened += 1;
        expect(reading.instance.id).not.toBe('');
        for (const [field, value] of Object.entries(row))
          expect([field, value, isKept(reading.instance, field, value)]).toEqual([field, value, true]);
      }),
    );
    expect(opened).toBeGreaterThan(5);
  });

  it.each(names)('%s: a row without anything but some of its names is told or not, and never throws', (name) => {
    fc.assert(
      fc.property(fc.subarray(Object.keys(benchmarkRows[name] ?? {})), fc.jsonValue(), (fields, value) => {
        const row = Object.fromEntries(fields.map((field) => [field, value]));
        const kind = detectRow(row);
        if (kind.kind !== 'instance') return;
        const reading = kind.format.read(row, { where: 'row 1', format: 'x', benchmark: kind.benchmark });
        const listed = kind.format.list(row);
        if (reading.kind === 'instance' && listed.id !== null) expect(listed.id).toBe(reading.instance.id);
      }),
    );
  });

  it.each(names.filter((name) => name.startsWith('swe')))('%s: test ids keep every byte', (name) => {
    const [required, kept] =
      name === 'swebench-pro' ? ['fail_to_pass', 'pass_to_pass'] : ['FAIL_TO_PASS', 'PASS_TO_PASS'];
    const id = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a [x ', '"', '[100%]', 'b ', "it's", '#1', '\0'),
    );
    fc.assert(
      fc.property(fc.array(id), fc.array(id), (first, second) => {
        const reading = read(name, { ...benchmarkRows[name], [required]: first, [kept]: JSON.stringify(second) });
        expect(reading?.kind === 'instance' && [reading.instance.failToPass, reading.instance.passToPass]).toEqual([
          first,
          second,
        ]);
      }),
    );
  });
});
