import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/core/shared/files';
import { jsonLineRows, splitLines } from '../../../../src/io/files/jsonLines';

const chunksOf = async function* (bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
};

const rowsOf = async (content: string | Uint8Array, limit?: number, size = 5): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const row of jsonLineRows(chunksOf(Buffer.from(content), size), limit)) rows.push(row);
  return rows;
};

describe('splitLines', () => {
  it('gives the lines of any bytes back, however they are cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ max: 20 }), fc.integer({ min: 1, max: 7 }), async (bytes, size) => {
        const parts: Uint8Array[] = [];
        for await (const line of splitLines(chunksOf(bytes, size))) {
          parts.push(line.bytes);
          if (line.ended) parts.push(Buffer.from('\n'));
        }
        const kept = Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
        expect(Buffer.concat(parts).toString('latin1')).toBe(kept);
      }),
    );
  });

  it('gives no bytes of a line over the limit, only its length, and goes on after it', async () => {
    const long = async function* (): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 200; i++) yield Buffer.alloc(64 * 1024, 'x');
      yield Buffer.from('\n{"a":1}\n');
    };
    const lines: unknown[] = [];
    for await (const line of splitLines(long(), 1024 * 1024))
      lines.push([line.number, line.tooLong, line.bytes.length]);
    expect(lines).toEqual([
      [1, 200 * 64 * 1024, 0],
      [2, null, 7],
    ]);
  });
});

describe('jsonLineRows', () => {
  it('passes over a byte-order mark, CRLF and blank lines, and keeps the line numbers', async () => {
    const rows = await rowsOf('\ufeff{"a":1}\r\n\r\n  \n{"a":"x\\r\\n"}');
    expect(rows).toMatchObject([
      { kind: 'row', place: 'row 1', value: { a: 1 } },
      { kind: 'row', place: 'row 4', value: { a: 'x\r\n' } },
    ]);
  });

  it('says that a cut last line is cut, and opens the rows before it', async () => {
    const rows = await rowsOf('{"a":1}\n{"a":"half');
    expect(rows[0]).toMatchObject({ kind: 'row' });
    expect(rows[1]).toMatchObject({ kind: 'broken', place: 'row 2' });
    expect(rows[1]?.kind === 'broken' && rows[1].reason).toMatch(/cut or broken.*last line.*no line end/s);
  });

  it('opens the rows around one that is no JSON', async () => {
    const rows = await rowsOf('{"a":1}\n{a:2}\n{"a":3}\n');
    expect(rows.map((row) => row.kind)).toEqual(['row', 'broken', 'row']);
  });

  it('reads NaN and Infinity as null and says so, but leaves them inside texts', async () => {
    const rows = await rowsOf('{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN \\" Infinity"}\n');
    expect(rows[0]).toMatchObject({ value: { a: null, b: [null, null], c: 'NaN " Infinity' } });
    expect(rows[0]?.kind === 'row' && rows[0].note).toContain('3 NaN or Infinity read as null');
  });

  it('says that bytes are no UTF-8', async () => {
    const rows = await rowsOf(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]));
    expect(rows[0]).toMatchObject({ kind: 'row', value: { a: '\ufffd\ufffd' } });
    expect(rows[0]?.kind === 'row' && rows[0].note).toContain('no UTF-8');
  });

  it('keeps letters that a chunk cuts in two', async () => {
    expect((await rowsOf('{"a":"żółć 🪨"}\n', undefined, 1))[0]).toMatchObject({ value: { a: 'żółć 🪨' }, note: null });
  });

  it('leaves out a line over the limit, with its size, and opens the next', async () => {
    const rows = await rowsOf(`{"a":"${'x'.repeat(100)}"}\n{"a":1}\n`, 50);
    expect(rows[0]).toMatchObject({ kind: 'broken', place: 'row 1' });
    expect(rows[1]).toMatchObject({ kind: 'row', value: { a: 1 } });
  });

  it('does not fall over a nesting that is too deep', async () => {
    const rows = await rowsOf(`${'['.repeat(200_000)}\n{"a":1}\n`, undefined, 4096);
    expect(rows.map((row) => row.kind)).toEqual(['broken', 'row']);
  });
});
