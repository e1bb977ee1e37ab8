import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexDataset } from '../../../src/app/indexDataset';
import { readRawRow, rowText } from '../../../src/app/readRawRow';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../src/io/index/rowSeek';
import { benchmarkRows } from '../../fakes/benchmarkRows';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const ports = { files: nodeFiles, seek: rowSeek };
const rows = [instanceRow('a'), instanceRow('b', { extra: { deep: [1, null] } })];
const noCache = { load: async () => null, save: async () => {} };

describe('one row as its file has it', () => {
  let folder: TempFolder;
  beforeAll(() => {
    folder = tempFolder();
  });
  afterAll(() => folder.remove());

  it('is found in JSON lines by its place, and without an index', async () => {
    const file = folder.write('a.jsonl', jsonLines(rows));
    const index = await indexDataset({ files: nodeFiles, cache: noCache }, file);
    expect(await readRawRow(ports, file, 'b', index)).toEqual(rows[1]);
    expect(await readRawRow(ports, file, 'b', null)).toEqual(rows[1]);
    expect(await readRawRow(ports, file, 'c', index)).toBeNull();
  });

  it('is read from the start where the file has changed since it was indexed', async () => {
    const file = folder.write('changed.jsonl', jsonLines(rows));
    const index = await indexDataset({ files: nodeFiles, cache: noCache }, file);
    folder.write('changed.jsonl', jsonLines([instanceRow('long'.repeat(50)), ...rows]));
    expect(await readRawRow(ports, file, 'b', index)).toEqual(rows[1]);
  });

  it('is found in gzip, in lists and objects by id, and among predictions', async () => {
    const packed = folder.write('a.jsonl.gz', gzipSync(jsonLines(rows)));
    expect(await readRawRow(ports, packed, 'b', null)).toEqual(rows[1]);
    const list = folder.write('a.json', JSON.stringify(rows));
    expect(await readRawRow(ports, list, 'a', null)).toEqual(rows[0]);
    const byId = folder.write('preds.json', JSON.stringify({ x: { model_patch: 'p' }, y: { model_patch: null } }));
    expect(await readRawRow(ports, byId, 'y', null)).toEqual({ model_patch: null });
    const answers = folder.write('p.jsonl', jsonLines([predictionRow('q', 'p')]));
    expect(await readRawRow(ports, answers, 'q', null)).toEqual(predictionRow('q', 'p'));
  });

  it('is found by the id of any benchmark, the combined one of Multi-SWE-bench too', async () => {
    const multi = benchmarkRows['multi-swe-bench'];
    const file = folder.write('multi.jsonl', jsonLines([multi]));
    expect(await readRawRow(ports, file, 'Acme/ledger:pr-12', null)).toEqual(multi);
  });

  it('is written for people, with integers that no double holds as text', () => {
    expect(rowText({ a: 1n, b: 2n ** 60n, c: ['ü'] })).toBe(
      '{\n  "a": 1,\n  "b": "1152921504606846976",\n  "c": [\n    "ü"\n  ]\n}\n',
    );
  });
});
