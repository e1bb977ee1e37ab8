import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/core/shared/files';
import { csvHeader, csvRows } from '../../../../src/io/files/csvRows';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

const inChunks = async function* (bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
};

const read = async (text: string | Uint8Array, size = 7): Promise<Row[]> => {
  const bytes = Buffer.from(text);
  const header = csvHeader(bytes.toString('utf8'));
  if (!header) throw new Error('no CSV');
  const rows: Row[] = [];
  for await (const row of csvRows(inChunks(bytes, size), header)) rows.push(row);
  return rows;
};

const values = (rows: readonly Row[]): unknown[] => rows.map((row) => (row.kind === 'row' ? row.value : row.reason));

describe('csvHeader', () => {
  it.each<[string, readonly string[] | null]>([
    ['instance_id,repo\na,b\n', ['instance_id', 'repo']],
    ['\ufeffinstance_id\trepo\r\na\tb\r\n', ['instance_id', 'repo']],
    ['"a";"b c"\n1;2', ['a', 'b c']],
    [',a,a\n0,1,2\n', ['Unnamed: 0', 'a', 'a (2)']],
    ['Dear reader,\nhow are you,\n', null],
    ['one\ntwo\n', null],
    ['a,b\n', null],
    ['2020-01-01,x\n1,2\n', null],
    ['', null],
  ])('reads the columns of %j', (head, columns) => {
    expect(csvHeader(head)?.columns ?? null).toEqual(columns);
  });
});

describe('csvRows', () => {
  it('reads quotes, line ends inside them, CRLF, empty and absent fields', async () => {
    const text = 'a,b,c\r\n1,"x ""y""\r\nz, ",\r\n\r\n"",é"é,"last"';
    expect(values(await read(text))).toEqual([
      { a: '1', b: 'x "y"\r\nz, ', c: null },
      { a: '', b: 'é"é', c: 'last' },
    ]);
  });

  it('says which rows are broken, and reads the others', async () => {
    const rows = await read('a,b\n1,2\n1,2,3\n"x"y,2\n3,4\n"never closed,5\n6,7\n');
    expect(rows.map((row) => [row.place, row.kind])).toEqual([
      ['row 1', 'row'],
      ['row 2', 'broken'],
      ['row 3', 'broken'],
      ['row 4', 'row'],
      ['row 5', 'broken'],
    ]);
    expect(values(rows)[1]).toMatch(/2 fields expected, 3 found; the row begins on line 3/);
    expect(values(rows)[2]).toMatch(/behind the closing quote of field 1.*line 4/);
    expect(values(rows)[4]).toMatch(/line 6 is never closed/);
  });

  it('says which row has bytes that are no UTF-8', async () => {
    const rows = await read(Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xff, 0x0a])]));
    expect(rows[0]).toMatchObject({ kind: 'row', note: expect.stringContaining('no UTF-8') });
  });

  it('gives back any rows, whatever the texts and however they are cut', async () => {
    const field = fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', ',', '\n', '\r\n', ''),
    );
    const write = (text: string | null): string => (text === null ? '' : `"${text.replaceAll('"', '""')}"`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(field, field), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const text = `a,b\n${rows.map((row) => `${row.map(write).join(',')}\n`).join('')}`;
          const bytes = Buffer.from(text);
          fc.pre(bytes.toString() === text);
          expect(values(await read(bytes, size))).toEqual(rows.map(([a, b]) => ({ a, b })));
        },
      ),
    );
  });

  it('never loses a line of junk without a word', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('"', ',', 'x', '\n', '\r', '\0')), async (parts) => {
        const rows = await read(`a,b\n${parts.join('')}\nend,1\n`, 3);
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) expect(row.kind === 'row' || row.reason !== '').toBe(true);
      }),
    );
  });
});

describe('openRows', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  it.each([false, true])('opens CSV by its content, gzip: %s', async (gzip) => {
    const text = `instance_id,patch\nx,"${'a line\n'.repeat(200_000)}{""a"": 1}"\n`;
    const file = await nodeFiles.openRows(folder.write('no ending', gzip ? gzipSync(text) : text));
    expect(file).toMatchObject({ shape: 'csv', gzip, columns: ['instance_id', 'patch'] });
    const rows: Row[] = [];
    for await (const row of file.rows) rows.push(row);
    expect(values(rows)).toEqual([{ instance_id: 'x', patch: `${'a line\n'.repeat(200_000)}{"a": 1}` }]);
  });
});
