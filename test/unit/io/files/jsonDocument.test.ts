import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/core/shared/files';
import { arrayRows, objectRows } from '../../../../src/io/files/jsonDocument';

const chunksOf = async function* (text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
};

const array = async (text: string, size = 3): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const row of arrayRows(chunksOf(text, size))) rows.push(row);
  return rows;
};

const object = async (text: string, size = 3) => {
  const read = await objectRows(chunksOf(text, size));
  if (read.kind !== 'rows') throw new Error(read.kind);
  return read;
};

const values = (rows: readonly Row[]): unknown[] => rows.map((row) => (row.kind === 'row' ? row.value : row.reason));

describe('arrayRows', () => {
  it('gives what JSON.parse gives, however the text is cut and laid out', async () => {
    const document = fc.tuple(
      fc.array(fc.jsonValue()),
      fc.constantFrom(undefined, 1, 2),
      fc.integer({ min: 1, max: 9 }),
    );
    await fc.assert(
      fc.asyncProperty(document, async ([list, indent, size]) => {
        const text = JSON.stringify(list, null, indent);
        expect(values(await array(text, size))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('opens what stands before the cut of a truncated document', async () => {
    expect(await array('[{"a":1},{"a":2},{"a":"ha')).toMatchObject([
      { kind: 'row', place: 'row 1' },
      { kind: 'row', place: 'row 2' },
      { kind: 'broken', place: 'row 3', reason: 'The file is cut inside this element.' },
    ]);
    expect((await array('[{"a":1},')).at(-1)).toMatchObject({ kind: 'broken', place: 'row 2' });
  });

  it('opens the elements around one that is broken', async () => {
    expect((await array('[{"a":1},{"a":oops},{"a":3}]')).map((row) => row.kind)).toEqual(['row', 'broken', 'row']);
  });

  it('says that something stands behind the end', async () => {
    expect((await array('[1]\n[2]')).at(-1)).toMatchObject({ kind: 'broken' });
  });
});

describe('objectRows', () => {
  it('reads an object by id, every use of an id included', async () => {
    const { shape, rows } = await object('{"a__b-1":{"x":"}"},"a__b-2":{"x":"\\""},"a__b-1":{"x":2}}');
    expect(shape).toBe('json-object');
    expect(rows.map((row) => row.kind === 'row' && [row.place, row.key, row.value])).toEqual([
      ['key a__b-1', 'a__b-1', { x: '}' }],
      ['key a__b-2', 'a__b-2', { x: '"' }],
      ['key a__b-1', 'a__b-1', { x: 2 }],
    ]);
  });

  it('reads an object with plain fields as one row', async () => {
    const { shape, rows } = await object('{\n "instance_id": "a",\n "meta": {"b": NaN}\n}');
    expect(shape).toBe('json-single');
    expect(rows).toMatchObject([{ kind: 'row', value: { instance_id: 'a', meta: { b: null } } }]);
  });

  it('takes an object with another behind it for the first of several lines', async () => {
    const lines = '{"meta":{"x":1},"instance_id":"a"}\n{"meta":{},"instance_id":"b"}\n';
    expect(await objectRows(chunksOf(lines, 7))).toEqual({ kind: 'lines' });
  });

  it('opens what stands before the cut of an object by id, and nothing of a cut single object', async () => {
    expect((await object('{"a":{"x":1},"b":{"x"')).rows.map((row) => row.kind)).toEqual(['row', 'broken']);
    const single = await object('{"instance_id":"a","model_patch":"diff');
    expect(single.rows).toMatchObject([{ kind: 'broken', place: 'row 1' }]);
  });
});
