import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Explorer } from '../../src/app/explorer/explorer';
import type { ExplorerStudy } from '../../src/app/explorer/explorerStudy';
import { indexDataset } from '../../src/app/indexDataset';
import type { IndexCache } from '../../src/core/dataset/rowIndexText';
import { splitLines } from '../../src/io/files/jsonLines';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { indexCache } from '../../src/io/index/indexCache';
import type { InstanceQuery } from '../../src/protocol/explorer';
import { instanceRow } from '../fakes/rows';
import { root } from '../host/root';
import { type Bench, timeInTurn } from './bench';

const data = process.env['TOUCHSTONE_DATA'] ?? path.resolve(root, '../shared/data');
const verified = path.join(data, 'benchmarks/instances/swebench_verified_test.parquet');
const sample = path.join(root, 'samples/quickstart/datasets/spandrel.jsonl');

const bytesWanted = 128e6;
const rowsWanted = 100_000;
const noCache: IndexCache = { load: async () => null, save: async () => {} };

/** Rows to repeat: published ones where they are here, else those of the sample. */
const someRows = async (): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = [];
  const { rows: read } = await nodeFiles.openRows(fs.existsSync(verified) ? verified : sample);
  for await (const row of read) if (row.kind === 'row') rows.push(row.value as Record<string, unknown>);
  return rows;
};

/** Writes rows over and over, each under an id of its own, until enough was written. */
const writeRepeated = (
  file: string,
  rows: readonly Record<string, unknown>[],
  enough: (n: number, bytes: number) => boolean,
) => {
  const handle = fs.openSync(file, 'w');
  let [count, bytes] = [0, 0];
  while (!enough(count, bytes)) {
    const lines = rows.map((row, i) => `${JSON.stringify({ ...row, instance_id: `owner__name-${count + i}` })}\n`);
    bytes += fs.writeSync(handle, lines.join(''));
    count += rows.length;
  }
  fs.closeSync(handle);
  return bytes;
};

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tsi-'));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
};

const parseEveryLine = async (file: string): Promise<void> => {
  for await (const { bytes } of splitLines(fs.createReadStream(file, { highWaterMark: 256 * 1024 })))
    JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
};

/** The claim is 150 MB/s; what this machine makes of it stands beside the ratio. */
const indexSpeed: Bench = {
  name: 'index of JSON lines',
  limit: 3,
  measure: () =>
    inFolder(async (folder) => {
      const file = path.join(folder, 'rows.jsonl');
      const bytes = writeRepeated(file, await someRows(), (_n, written) => written >= bytesWanted);
      const index = () => indexDataset({ files: nodeFiles, cache: noCache }, file);
      const times = await timeInTurn(5, index, () => parseEveryLine(file));
      const speed = (ms: number): string => `${(bytes / 1e3 / ms).toFixed(0)} MB/s`;
      const meaning = `JSON.parse of every line; ${speed(times.ours)} against ${speed(times.against)}`;
      return { ...times, unit: 'ms', meaning };
    }),
};

const variedRows = Array.from({ length: 700 }, (_, i) =>
  instanceRow('', {
    repo: `owner/name-${i % 70}`,
    problem_statement: `Statement ${i} of many`,
    difficulty: ['<15 min fix', '15 min - 1 hour', '1-4 hours'][i % 3],
    patch: `diff --git a/a b/a\n--- a/a\n+++ b/a.${['py', 'go', 'rs', 'ts'][i % 4]}\n@@ -1 +1 @@\n-1\n+2\n`,
  }),
);

const query = (part: Partial<InstanceQuery> = {}): InstanceQuery => ({
  studyFolder: '/',
  text: '',
  facets: {},
  sort: { by: 'data', descending: false },
  ...part,
});

const explorerOver = async (cache: IndexCache, file: string): Promise<Explorer> => {
  const { rows } = await indexDataset({ files: nodeFiles, cache }, file);
  const datasets = [{ id: 'rows', path: file, instances: rows }];
  const nothing = { runsOf: () => [], verdictsOn: () => [], checkOf: () => null };
  const study: ExplorerStudy = { datasets, runs: ['a', 'b', 'c'], ...nothing };
  return new Explorer(study, () => ({ rows: null, revision: 0 }));
};

const withManyRows = <T>(work: (cache: IndexCache, file: string) => Promise<T>): Promise<T> =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'rows.jsonl');
    writeRepeated(file, variedRows, (count) => count >= rowsWanted);
    return work(indexCache(folder), file);
  });

const median = async (rounds: number, work: () => Promise<unknown>): Promise<number> =>
  (await timeInTurn(rounds, work, async () => {})).ours;

/** What the view asks first: the groups, and the first page of one. */
const firstRows: Bench = {
  name: 'first rows of 100,000, the index being there',
  limit: 1,
  measure: () =>
    withManyRows(async (cache, file) => {
      await explorerOver(cache, file);
      const ours = await median(5, async () => {
        const explorer = await explorerOver(cache, file);
        const [group] = explorer.groups(query(), { facet: 'repository', run: null });
        return explorer.window(query({ facets: group?.facets ?? {} }), 0, 500);
      });
      return { ours, against: 300, unit: 'ms', meaning: 'the budget' };
    }),
};

/** Each round another choice, so that no answer is one that was kept. */
const facetChange: Bench = {
  name: 'facet change over 100,000 rows',
  limit: 1,
  measure: () =>
    withManyRows(async (cache, file) => {
      const explorer = await explorerOver(cache, file);
      let round = 0;
      const ours = await median(9, async () => {
        const facets = { language: ['Python', 'Go'], repository: [`owner/name-${round++ % 70}`, 'owner/name-1'] };
        explorer.facets(query({ facets }));
        return explorer.window(query({ facets }), 0, 500);
      });
      return { ours, against: 50, unit: 'ms', meaning: 'the budget' };
    }),
};

export const explorer: readonly Bench[] = [indexSpeed, firstRows, facetChange];
