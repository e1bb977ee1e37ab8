import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordsEnd } from '../../../../src/core/run/trajectory/trajectoryFiles';
import type { RawRecord, RecordCut } from '../../../../src/core/run/trajectory/trajectoryFormat';
import { recordStream } from '../../../../src/io/trajectories/recordStream';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.slice(at, at + size);
    at += size;
  }
  if (at < bytes.length) yield bytes.slice(at);
}

const cutAll = async (bytes: Uint8Array, cut: RecordCut, sizes: readonly number[] = [], limit?: number) => {
  const records: RawRecord[] = [];
  let end: RecordsEnd | null = null;
  for await (const part of recordStream(pieces(bytes, sizes), 'file', cut, limit === undefined ? {} : { limit })) {
    if (part.kind === 'records') records.push(...part.records);
    else end = part;
  }
  return { records, end: end as RecordsEnd };
};

const cutText = (text: string, cut: RecordCut, limit?: number) => cutAll(bytesOf(text), cut, [], limit);
const valuesOf = (records: readonly RawRecord[]) => records.map((record) => record.value);
const document: RecordCut = { kind: 'document', arrays: ['messages'] };

describe('lines', () => {
  const lines: RecordCut = { kind: 'lines' };

  it('gives each line with its range, without blank lines and line ends', async () => {
    const { records, end } = await cutText('{"a":1}\r\n\n  \n[2]\n"\u00e4"', lines);
    expect(records.map(({ value, ref }) => [value, ref.start, ref.end])).toEqual([
      [{ a: 1 }, 0, 7],
      [[2], 13, 16],
      ['\u00e4', 17, 21],
    ]);
    expect(end).toEqual({ kind: 'end', bytes: 21, cut: null, trailing: null, damage: null });
  });

  it('says that a line is broken and goes on', async () => {
    const { records } = await cutText('{"a":\n{"b":2}\n', lines);
    expect(records[0]?.broken).toMatch(/JSON/);
    expect(records[0]?.value).toBeNull();
    expect(records[1]?.value).toEqual({ b: 2 });
  });

  it('calls a last line without its end cut where it is no JSON', async () => {
    const { records, end } = await cutText('{"a":1}\n{"b":', lines);
    expect(valuesOf(records)).toEqual([{ a: 1 }]);
    expect(end.cut).toEqual({ start: 8, end: 13 });
  });

  it('passes over a byte-order mark', async () => {
    const { records } = await cutText('\ufeff{"a":1}\n', lines);
    expect(records[0]).toMatchObject({ value: { a: 1 }, ref: { start: 3, end: 10 } });
  });

  it('reads NaN as null and says so', async () => {
    const { records } = await cutText('{"a":NaN,"b":-Infinity}\n', lines);
    expect(records[0]).toMatchObject({ value: { a: null, b: null }, note: expect.stringContaining('NaN') });
  });

  it('replaces bytes that are no UTF-8 and says so', async () => {
    const { records } = await cutAll(new Uint8Array([...bytesOf('{"a":"'), 0xff, ...bytesOf('"}\n')]), lines);
    expect(records[0]).toMatchObject({ value: { a: '\ufffd' }, broken: null, note: expect.stringContaining('UTF-8') });
  });

  it('does not hold a record over the limit, and names its range', async () => {
    const { records } = await cutText(`"${'x'.repeat(50)}"\n1\n`, lines, 20);
    expect(records[0]?.broken).toMatch(/in one piece/);
    expect(records[0]?.ref).toMatchObject({ start: 0, end: 53 });
    expect(records[1]?.value).toBe(1);
  });

  it('refuses a value nested without end', async () => {
    const { records } = await cutText(`${'['.repeat(60_000)}${']'.repeat(60_000)}\n`, lines);
    expect(records[0]?.broken).toMatch(/deep/);
  });
});

describe('documents', () => {
  it('gives members in their order, the named arrays by element', async () => {
    const text = '{ "info" : {"messages":[1]}, "messages":[ {"a":"]}" } , "x\\"" ,3],"messages2":[4], "n": null }';
    const { records, end } = await cutText(text, document);
    expect(records.map(({ place, value }) => [place, value])).toEqual([
      ['info', { messages: [1] }],
      ['messages', { a: ']}' }],
      ['messages', 'x"'],
      ['messages', 3],
      ['messages2', [4]],
      ['n', null],
    ]);
    expect(end.cut).toBeNull();
  });

  it('gives a member that was to be an array and is none as one value', async () => {
    const { records } = await cutText('{"messages":{"a":[]},"b":"s"}', document);
    expect(records.map(({ place, value }) => [place, value])).toEqual([
      ['messages', { a: [] }],
      ['b', 's'],
    ]);
  });

  it('says where a document was cut, and gives what was whole', async () => {
    const { records, end } = await cutText('{"messages":[{"a":1},{"b"', document);
    expect(valuesOf(records)).toEqual([{ a: 1 }]);
    expect(end.cut).toEqual({ start: 21, end: 25 });
  });

  it('says where more stands behind the end', async () => {
    const { end } = await cutText('{"a":1}\n{"b":2}', document);
    expect(end.trailing).toBe(8);
  });

  it('has no trouble with a key that is __proto__', async () => {
    const { records } = await cutText('{"__proto__":{"x":1}}', document);
    expect(records[0]?.place).toBe('__proto__');
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('gives elements of an outermost array, numbers and words too', async () => {
    const { records } = await cutText('[1, true,[2,[3]],"a" , null]', { kind: 'array' });
    expect(valuesOf(records)).toEqual([1, true, [2, [3]], 'a', null]);
    expect(records.every(({ place }) => place === '')).toBe(true);
  });

  it('takes a file as a whole, or its lines as text', async () => {
    expect(valuesOf((await cutText('{"a":\n1}', { kind: 'whole' })).records)).toEqual([{ a: 1 }]);
    expect(valuesOf((await cutText('a\r\n\nb', { kind: 'text' })).records)).toEqual(['a\r\n', '\n', 'b']);
  });
});

describe('whatever the pieces', () => {
  const member = fc.tuple(fc.constantFrom('messages', 'info', 'a"b', '__proto__'), fc.jsonValue({ maxDepth: 3 }));
  const spaced = (value: unknown, space: number): string => JSON.stringify(value, null, space);
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 });
  const cuts: readonly RecordCut[] = [
    { kind: 'lines' },
    { kind: 'text' },
    { kind: 'array' },
    { kind: 'whole' },
    document,
  ];

  it('finds the members and elements that JSON.parse finds, at ranges that hold them', async () => {
    const documents = fc.tuple(fc.array(member), fc.integer({ min: 0, max: 2 }));
    await fc.assert(
      fc.asyncProperty(documents, sizes, async ([members, space], chunks) => {
        const written = members.map(([key, value]) => `${JSON.stringify(key)}: ${spaced(value, space)}`);
        const bytes = bytesOf(`{${written.join(' ,\n')}}`);
        const { records } = await cutAll(bytes, document, chunks);
        const expected = members.flatMap(([key, value]) =>
          key === 'messages' && Array.isArray(value) ? value.map((item) => [key, item]) : [[key, value]],
        );
        expect(records.map(({ place, value }) => [place, value])).toEqual(JSON.parse(JSON.stringify(expected)));
        for (const { ref, value } of records)
          expect(JSON.parse(new TextDecoder().decode(bytes.slice(ref.start, ref.end)))).toEqual(value);
      }),
    );
  });

  it('gives the same records for any chunks of any bytes', async () => {
    const alphabet = fc.constantFrom(...'{}[]",:\\ \n1ae\u00e4', '"messages":[', '"messages":', '{"', '\\"');
    const text = fc.array(alphabet, { maxLength: 120 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, sizes, fc.constantFrom(...cuts), async (written, chunks, cut) => {
        const bytes = bytesOf(written);
        expect(await cutAll(bytes, cut, chunks)).toEqual(await cutAll(bytes, cut));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same for strings that are long', async () => {
    const long = JSON.stringify({
      messages: [{ a: `${'x'.repeat(300)}\\${'\\"'.repeat(90)}` }, { b: '\\'.repeat(61) }],
    });
    await fc.assert(
      fc.asyncProperty(sizes, async (chunks) => {
        const { records } = await cutAll(bytesOf(long), document, chunks);
        expect(valuesOf(records)).toEqual(JSON.parse(long).messages);
      }),
    );
  });
});
