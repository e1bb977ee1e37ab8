import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDataset } from '../../../src/app/readDataset';
import { readInstance } from '../../../src/app/readDatasetInstance';
import { listDataset } from '../../../src/app/readDatasetListing';
import { InputFault } from '../../../src/core/shared/problem';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { benchmarkRows } from '../../fakes/benchmarkRows';
import { instanceRow, jsonLines } from '../../fakes/rows';
import { runs } from '../../fakes/runs';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const read = (content: string | Uint8Array, name = 'x') => readDataset(nodeFiles, folder.write(name, content));

const csvField = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.replaceAll('"', '""')}"`;
};

const csv = (rows: readonly Readonly<Record<string, unknown>>[]): string => {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => csvField(row[column])).join(','));
  return `${columns.join(',')}\r\n${lines.map((line) => `${line}\r\n`).join('')}`;
};

describe('datasets in every spelling', () => {
  it.each(Object.entries(benchmarkRows))('%s as JSON lines, JSON, gzip and CSV', async (name, row) => {
    const lines = await read(jsonLines([row]));
    expect(lines).toMatchObject({ format: `${name}-jsonl`, skipped: [], warnings: [] });
    const [instance] = lines.instances;
    expect((await read(gzipSync(jsonLines([row])))).instances).toEqual([instance]);
    const document = await read(JSON.stringify([row], null, 1));
    expect(document.instances).toEqual([{ ...instance, format: `${name}-json` }]);
    const table = await read(csv([row]));
    expect(table).toMatchObject({ format: `${name}-csv`, skipped: [] });
    const { id, statement, goldPatch, testPatch, repo } = instance ?? {};
    expect(table.instances[0]).toMatchObject({ id, statement, goldPatch, testPatch, repo });
    const file = folder.write('x', jsonLines([row]));
    expect((await listDataset(nodeFiles, file)).instances.map((each) => each.id)).toEqual([id]);
    expect(await readInstance(nodeFiles, file, id ?? '')).toEqual(instance);
  });

  it('reads SWE-bench Pro’s CSV as its JSON: Python lists, patches byte by byte', async () => {
    const row = { ...benchmarkRows['swebench-pro'], patch: '--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\r\n+b, "c"\n' };
    const [[fromCsv], [fromJson]] = [(await read(csv([row]))).instances, (await read(jsonLines([row]))).instances];
    expect(fromCsv).toEqual({ ...fromJson, format: 'swebench-pro-csv' });
  });

  it('takes rows out of their envelopes', async () => {
    const dataset = await read(jsonLines([{ row_idx: 3, row: benchmarkRows['swebench-pro'], truncated_cells: [] }]));
    expect(dataset).toMatchObject({ format: 'swebench-pro-jsonl', notes: [] });
    expect(dataset.instances[0]?.extra).toMatchObject({ row_idx: 3, truncated_cells: [] });
    const cut = await read(jsonLines([{ row_idx: 3, row: benchmarkRows['swebench'], truncated_cells: ['patch'] }]));
    expect(cut.notes).toMatchObject([{ field: 'patch', reason: expect.stringContaining('shortened') }]);
  });

  it('reads each row of a mixed file as its own and says so', async () => {
    const dataset = await read(jsonLines([benchmarkRows['swebench'], benchmarkRows['swe-smith']]), 'mixed.jsonl');
    expect(dataset.instances.map(({ benchmark }) => benchmark)).toEqual(['swe-bench', 'swe-smith']);
    expect(dataset.instances[1]?.goldPatch).not.toBe(benchmarkRows['swe-smith']?.['patch']);
    expect(dataset.warnings[0]).toBe(
      'mixed.jsonl: rows of several benchmarks (1 SWE-bench, 1 SWE-smith). Each is read as its own.',
    );
  });

  it('says the versions of a format', async () => {
    expect((await read(jsonLines([benchmarkRows['swe-rebench']]))).version).toBe('v2');
    expect((await read(jsonLines([benchmarkRows['mbpp']]))).version).toBeNull();
    expect((await read(jsonLines([instanceRow('a__b-1'), benchmarkRows['swebench']]))).version).toBe('classic, v5');
  });
});

describe('hostile files', () => {
  const rows = Object.values(benchmarkRows);
  const whole = Buffer.from(jsonLines(rows));
  const table = Buffer.from(csv([instanceRow('a__b-1'), instanceRow('a__b-2'), instanceRow('a__b-3')]));

  it('a file cut anywhere opens what is whole and says where it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: whole.length - 1 }), async (length) => {
        const found = await read(whole.subarray(0, length));
        const lines = whole
          .subarray(0, length)
          .toString('utf8')
          .split('\n')
          .filter((line) => line !== '').length;
        expect(found.instances.length + found.skipped.length).toBe(lines);
        expect(found.skipped.length).toBeLessThan(2);
      }),
      { numRuns: runs(30) },
    );
  });

  it('a cut table opens what is whole too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 400, max: table.length - 1 }), async (length) => {
        const found = await read(table.subarray(0, length)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(InputFault);
          return null;
        });
        if (found) expect(found.instances.length + found.skipped.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(30) },
    );
  });

  it('flipped bytes, NUL bytes and other encodings never crash it, and no line vanishes', async () => {
    const flips = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.constantFrom(0, 0xff, 0xfe, 0x22, 0x5c, 0x7d)), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) if (bytes[at] !== 10) bytes[at] = byte;
        const found = await read(bytes).catch((error: unknown) => {
          expect(error).toBeInstanceOf(InputFault);
          return null;
        });
        if (found) expect(found.instances.length + found.skipped.length).toBe(rows.length);
      }),
      { numRuns: runs(30) },
    );
  });

  it('duplicate ids with different content: the first opens, the others are said with it', async () => {
    const twice = [{ ...benchmarkRows['mbpp'] }, { ...benchmarkRows['mbpp'], text: 'another' }];
    const found = await read(jsonLines(twice));
    expect(found.instances.map(({ statement }) => statement)).toEqual(['Write a function that doubles.']);
    expect(found.skipped[0]?.reason).toContain('"902" is used twice; first in row 1');
  });

  it('a row of lists in lists by the thousand is left out with its place; the others open and can be written', async () => {
    const [good, bad] = [instanceRow('a__b-1'), instanceRow('a__b-2')].map((row) => JSON.stringify(row));
    const stack = `${bad?.slice(0, -1)},"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const found = await read(`${good}\n${stack}\n`);
    expect(found.instances.map(({ id }) => id)).toEqual(['a__b-1']);
    expect(found.skipped).toEqual([
      expect.objectContaining({ where: 'x row 2', reason: expect.stringContaining('500') }),
    ]);
    expect(JSON.stringify(found.instances)).toBeTruthy();
  });

  it('numbers that JavaScript rounds are said, never changed in silence', async () => {
    const line = (id: string, number: string): string =>
      `${JSON.stringify(instanceRow(id)).slice(0, -1)},"inputs":[[${number}]]}`;
    const numbers = { 'a__b-1': '9007199254740993', 'a__b-2': '1e400', 'a__b-3': '9007199254740991', 'a__b-4': '0.1' };
    const found = await read(
      Object.entries(numbers)
        .map(([id, number]) => `${line(id, number)}\n`)
        .join(''),
    );
    expect(found.instances).toHaveLength(4);
    const said = found.notes.filter(({ reason }) => reason.includes('2^53'));
    expect(said.map(({ where }) => where)).toEqual(['x row 1', 'x row 2']);
  });

  it('of a file of junk the first reasons are kept, and the rest is counted', async () => {
    const junk = '1,'.repeat(30_000);
    const found = await read(`[${JSON.stringify(instanceRow('a__b-1'))},${junk}1]`);
    expect(found.instances).toHaveLength(1);
    expect(found.skipped).toHaveLength(20_001);
    expect(found.skipped.at(-1)?.reason).toContain('10,001 more rows');
  });

  it('a line of a million characters, quotes and brackets among them, is read whole', async () => {
    const statement = '"[\\\' '.repeat(200_000);
    const ids = ['['.repeat(1_000_000), `${'x '.repeat(500_000)}`];
    const found = await read(jsonLines([instanceRow('a__b-1', { problem_statement: statement, FAIL_TO_PASS: ids })]));
    expect(found.instances[0]).toMatchObject({ statement, failToPass: ids });
  });
});
