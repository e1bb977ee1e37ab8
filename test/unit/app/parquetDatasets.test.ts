import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDataset } from '../../../src/app/readDataset';
import { readInstance } from '../../../src/app/readDatasetInstance';
import { listDataset } from '../../../src/app/readDatasetListing';
import { detectRow } from '../../../src/core/dataset/detectRow';
import { withInferredLabels } from '../../../src/core/dataset/labels/inferLabels';
import type { Instance } from '../../../src/core/instance/instance';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { benchmarkRows } from '../../fakes/benchmarkRows';

const file = (name: string): string => path.join(import.meta.dirname, '../../fixtures/parquet', `${name}.parquet`);

/** The instance that the row itself gives, as JSON holds it. */
const fromRow = (name: string): Instance => {
  const row = benchmarkRows[name];
  const kind = detectRow(row);
  if (kind.kind !== 'instance') throw new Error(name);
  const reading = kind.format.read(row, { where: '', format: `${name}-parquet`, benchmark: kind.benchmark });
  if (reading.kind !== 'instance') throw new Error(reading.problem.reason);
  return withInferredLabels(reading.instance);
};

const cases = [
  ['swebench-live', { createdAt: '2026-01-02T03:04:05.000Z' }],
  ['swe-rebench', {}],
  ['swebench-pro', {}],
  ['multi-swe-bench', {}],
  ['mbpp', {}],
  ['humaneval', {}],
] as const;

describe('Parquet of another writer: lists, structs, maps, 64-bit integers, timestamps', () => {
  it.each(cases)('%s gives the instance that its row as JSON gives', async (name, differing) => {
    const dataset = await readDataset(nodeFiles, file(name));
    expect(dataset).toMatchObject({ format: `${name}-parquet`, skipped: [], warnings: [] });
    expect(dataset.instances[0]).toEqual({ ...fromRow(name), ...differing });
  });

  it.each(cases)('%s is listed by its columns and found by its id', async (name) => {
    const { instances } = await readDataset(nodeFiles, file(name));
    const listing = await listDataset(nodeFiles, file(name));
    expect(listing).toMatchObject({ format: `${name}-parquet`, skipped: [], notes: [] });
    expect(listing.instances.map(({ id, repo }) => [id, repo])).toEqual(instances.map(({ id, repo }) => [id, repo]));
    const last = instances.at(-1);
    expect(await readInstance(nodeFiles, file(name), last?.id ?? '')).toEqual(last);
  });
});

describe('hostile Parquet', () => {
  it('a row group that unpacks to more than is held is left out with its size; the rows around it open', async () => {
    const dataset = await readDataset(nodeFiles, file('unpacked'));
    expect(dataset.instances.map(({ id }) => id)).toEqual(['o__r-1', 'o__r-3']);
    expect(dataset.skipped).toEqual([
      expect.objectContaining({ where: 'unpacked.parquet rows 2 to 2', reason: expect.stringContaining('572 MiB') }),
    ]);
  });

  it('a column that would change what a row is, is left out and said', async () => {
    const dataset = await readDataset(nodeFiles, file('proto'));
    expect(dataset.warnings).toEqual([expect.stringContaining('"__proto__" is left out of every row')]);
    expect(dataset.instances.map(({ id }) => id)).toEqual(['o__r-1']);
  });
});
