import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDataset, streamDataset } from '../../../src/app/readDataset';
import { readInstance } from '../../../src/app/readDatasetInstance';
import { listDataset } from '../../../src/app/readDatasetListing';
import { InputFault } from '../../../src/core/shared/problem';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const rows = [instanceRow('acme__ledger-1'), instanceRow('acme__ledger-2')];
const read = (name: string, content: string | Uint8Array) => readDataset(nodeFiles, folder.write(name, content));

describe('readDataset', () => {
  it.each([
    ['swebench-jsonl', jsonLines(rows)],
    ['swebench-jsonl', gzipSync(jsonLines(rows))],
    ['swebench-json', JSON.stringify(rows)],
    ['swebench-json', JSON.stringify(rows, null, 2)],
    ['swebench-json', JSON.stringify({ x: rows[0], y: rows[1] }, null, 2)],
  ])('reads %s by content, whatever the name', async (format, content) => {
    const dataset = await read('no ending at all', content);
    expect(dataset).toMatchObject({ format, version: 'v5', skipped: [], notes: [], warnings: [] });
    expect(dataset.instances.map((instance) => instance.id)).toEqual(['acme__ledger-1', 'acme__ledger-2']);
  });

  it('keeps every row: each opens or is left out, with file, row, field and reason', async () => {
    const bad = [
      rows[0],
      instanceRow('acme__ledger-3', { FAIL_TO_PASS: 'a, b' }),
      instanceRow('acme__ledger-1', { version: 'other' }),
      7,
      rows[1],
    ];
    const dataset = await read('ledger.jsonl', `${jsonLines(bad)}{"instance_id": "cut`);
    expect(dataset.instances.map((instance) => instance.id)).toEqual(['acme__ledger-1', 'acme__ledger-2']);
    expect(dataset.skipped.map(({ where, field }) => [where, field])).toEqual([
      ['ledger.jsonl row 2', 'FAIL_TO_PASS'],
      ['ledger.jsonl row 3', 'instance_id'],
      ['ledger.jsonl row 4', null],
      ['ledger.jsonl row 6', null],
    ]);
    expect(dataset.skipped[1]?.reason).toContain('first in row 1');
  });

  it('says a column that no row has once for the file', async () => {
    const dataset = await read('x.jsonl', jsonLines(rows.map((row) => ({ ...row, test_patch: undefined }))));
    expect(dataset.notes).toEqual([]);
    expect(dataset.warnings).toEqual(['x.jsonl: no row has test_patch. All 2 rows open without it.']);
    expect(dataset.instances[0]?.testPatch).toBeNull();
  });

  it.each([
    ['an empty file', '', /empty/],
    ['blanks alone', ' \n\n', /empty/],
    ['prose', 'Dear reader,\n', /neither JSON/],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), /UTF-16; save it as UTF-8/],
    ['a zip archive', Buffer.from('504b030414000000', 'hex'), /zip archive; unpack it/],
    ['a cut Parquet file', 'PAR1abcdefgh', /Parquet/],
    ['predictions', jsonLines([predictionRow('a', 'p')]), /predictions, not instances/],
    ['rows of nothing known', jsonLines([{ a: 1 }, { a: 2 }]), /no benchmark format recognised.*First row: a\./],
    ['an empty list', '[]', /no rows/],
  ])('refuses %s, naming the file', async (_name, content, words) => {
    const promise = read('data set.jsonl', content);
    await expect(promise).rejects.toThrow(InputFault);
    await expect(promise).rejects.toThrow(words);
    await expect(promise).rejects.toThrow('data set.jsonl');
  });

  it('refuses what is not there, and a folder', async () => {
    await expect(readDataset(nodeFiles, path.join(folder.path, 'nope.jsonl'))).rejects.toThrow(/no such file/);
    await expect(readDataset(nodeFiles, folder.path)).rejects.toThrow(/folder/);
    symlinkSync('loop', path.join(folder.path, 'loop'));
    await expect(readDataset(nodeFiles, path.join(folder.path, 'loop'))).rejects.toThrow(/circle/);
  });

  it('opens the rows before the damage of a cut gzip file', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => instanceRow(`acme__ledger-${i}`, { statement: `${i * 7919}` }));
    const whole = gzipSync(jsonLines(many), { level: 1 });
    const dataset = await read('cut.jsonl.gz', whole.subarray(0, whole.length - 2000));
    expect(dataset.instances.length).toBeGreaterThan(100);
    expect(dataset.skipped.at(-1)?.reason).toContain('gzip file ends early');
  });

  it('leaves out a line of 100 MB, with its size, and opens the others', async () => {
    const long = Buffer.alloc(100 * 1024 * 1024, 'x');
    const first = Buffer.from(jsonLines([rows[0]]));
    const content = Buffer.concat([
      first,
      Buffer.from('{"instance_id":"'),
      long,
      Buffer.from('"}\n'),
      Buffer.from(jsonLines([rows[1]])),
    ]);
    const dataset = await read('long.jsonl', content);
    expect(dataset.instances.map((instance) => instance.id)).toEqual(['acme__ledger-1', 'acme__ledger-2']);
    expect(dataset.skipped).toMatchObject([{ where: 'long.jsonl row 2', field: null }]);
    expect(dataset.skipped[0]?.reason).toContain('100 MiB');
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const stream = await streamDataset(nodeFiles, folder.write('x.jsonl', jsonLines(rows)), {}, stop.signal);
    stop.abort(new Error('enough'));
    await expect(stream.items[Symbol.asyncIterator]().next()).rejects.toThrow();
  });
});

describe('listDataset and readInstance', () => {
  it('lists ids, titles and counts', async () => {
    const listing = await listDataset(nodeFiles, folder.write('x.jsonl', jsonLines(rows)));
    expect(listing.instances[0]).toEqual({
      id: 'acme__ledger-1',
      repo: 'acme/ledger',
      title: '# Totals are wrong',
    });
  });

  it('reads the instance that the list shows: the first of its id', async () => {
    const twice = [...rows, instanceRow('acme__ledger-2', { version: 'later' })];
    const file = folder.write('x.jsonl', jsonLines(twice));
    expect((await readInstance(nodeFiles, file, 'acme__ledger-2'))?.version).toBe('3.2');
    expect(await readInstance(nodeFiles, file, 'acme__ledger-9')).toBeNull();
  });
});
