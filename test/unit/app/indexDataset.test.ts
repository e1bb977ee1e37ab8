import fs from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexDataset } from '../../../src/app/indexDataset';
import { readDataset } from '../../../src/app/readDataset';
import { readIndexedInstance } from '../../../src/app/readIndexedRow';
import { inferLabels } from '../../../src/core/dataset/labels/inferLabels';
import type { IndexCache } from '../../../src/core/dataset/rowIndexText';
import { titleOf } from '../../../src/core/dataset/summaryRow';
import type { Instance } from '../../../src/core/instance/instance';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { indexCache } from '../../../src/io/index/indexCache';
import { rowSeek } from '../../../src/io/index/rowSeek';
import { instanceRow, jsonLines } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const noCache: IndexCache = { load: async () => null, save: async () => {} };
const ports = { files: nodeFiles, cache: noCache };

/** What an index says of an instance that the full reader opened. */
const indexed = (instance: Instance) => ({
  id: instance.id,
  repo: instance.repo,
  title: titleOf(instance.statement),
  benchmark: instance.benchmark,
  labels: inferLabels(instance),
});

const oddValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, 7, true, [], {}, ['a'], ['a', 1], '["a"]', '[1]', 'x'.repeat(300), '\ud800', '<img src=x>'),
);

const oddFields = fc.dictionary(
  fc.constantFrom('instance_id', 'repo', 'patch', 'test_patch', 'problem_statement', 'PASS_TO_PASS', 'difficulty', 'x'),
  oddValue,
  { maxKeys: 2 },
);

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(30), oddFields).map(([n, odd]) => JSON.stringify(instanceRow(`a__b-${n}`, odd))),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', '{"instance_id":', '[]', 'null', '{"a": NaN}', '{}', '\u0000') },
  { weight: 1, arbitrary: fc.nat(30).map((n) => JSON.stringify(instanceRow(`a__b-${n}`)).replace('3.2', '3.2\u00e9')) },
);

describe('the index of a dataset', () => {
  it('says of every row what the full reader says, and finds each row again by its place', async () => {
    const property = fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\ufeff'),
      async (lines, end, mark) => {
        const first = JSON.stringify(instanceRow('first__row-1'));
        const path = folder.write('d.jsonl', mark + [first, ...lines].join(end));
        const whole = await readDataset(nodeFiles, path);
        const index = await indexDataset(ports, path);
        expect(index.rows.map(({ span, ...row }) => row)).toEqual(whole.instances.map(indexed));
        expect([index.skipped, index.notes, index.warnings]).toEqual([whole.skipped, whole.notes, whole.warnings]);
        for (const instance of whole.instances)
          expect(await readIndexedInstance(rowSeek, path, index, instance.id)).toEqual(instance);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('has no places in files whose rows can not be sought', async () => {
    const path = folder.write('d.json', JSON.stringify([instanceRow('a__b-1'), instanceRow('a__b-2')]));
    const index = await indexDataset(ports, path);
    expect(index.rows.map(({ id, span }) => [id, span])).toEqual([
      ['a__b-1', null],
      ['a__b-2', null],
    ]);
    expect(await readIndexedInstance(rowSeek, path, index, 'a__b-1')).toBeNull();
  });

  it('gives no other row for one that has moved since', async () => {
    const rows = ['a__b-1', 'a__b-2'].map((id) => instanceRow(id));
    const path = folder.write('d.jsonl', jsonLines(rows));
    const index = await indexDataset(ports, path);
    folder.write('d.jsonl', jsonLines(rows.reverse()));
    expect(await readIndexedInstance(rowSeek, path, index, 'a__b-2')).toBeNull();
  });

  it('is read from the cache while the file stays as it is, and anew when it changed', async () => {
    const cache = indexCache(folder.path);
    const filler = 'x'.repeat(1024 * 1024);
    const rows = Array.from({ length: 5 }, (_, i) => instanceRow(`a__b-${i}`, { hints_text: filler }));
    const path = folder.write('big.jsonl', jsonLines(rows));
    const cached = { files: nodeFiles, cache };
    const built = await indexDataset(cached, path);
    const unread = { ...nodeFiles, openRows: () => Promise.reject(new Error('the file was read again')) };
    expect(await indexDataset({ files: unread, cache }, path)).toEqual(built);
    fs.appendFileSync(path, jsonLines([instanceRow('a__b-new')]));
    expect((await indexDataset(cached, path)).rows).toHaveLength(6);
    for (const name of fs.readdirSync(`${folder.path}/indexes`)) folder.write(`indexes/${name}`, '{"version":1');
    expect((await indexDataset(cached, path)).rows).toHaveLength(6);
  });

  it('keeps a hundred indexes in the cache, the newest, and fails at nothing where it can not write', async () => {
    const cache = indexCache(folder.path);
    const index = { format: 'f', rows: [], skipped: [], notes: [], warnings: [] };
    const stampOf = (n: number) => ({ path: `/d${n}.jsonl`, bytes: 1e9, modifiedMs: n });
    for (let n = 0; n < 103; n++) {
      await cache.save(stampOf(n), index);
      const newest = fs.readdirSync(`${folder.path}/indexes`).length;
      expect(newest).toBe(Math.min(n + 1, 100));
    }
    expect(await cache.load(stampOf(102))).toEqual(index);
    expect(await cache.load({ ...stampOf(102), modifiedMs: 7 })).toBeNull();
    const file = folder.write('no-folder', '');
    await indexCache(file).save(stampOf(1), index);
    expect(await indexCache(file).load(stampOf(1))).toBeNull();
  });
});
