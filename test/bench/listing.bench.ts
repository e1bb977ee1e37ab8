import { existsSync } from 'node:fs';
import path from 'node:path';
import { listDataset } from '../../src/app/readDatasetListing';
import { nodeFiles } from '../../src/io/files/nodeFiles';

export interface Measured {
  readonly name: string;
  /** Milliseconds. */
  readonly value: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly budget: number;
}

const data = process.env['TOUCHSTONE_DATA'] ?? path.resolve(import.meta.dirname, '../../../shared/data');
const verified = path.join(data, 'benchmarks/instances/swebench_verified_test.parquet');

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const ids = async (): Promise<number> => {
  const file = await nodeFiles.openRows(verified, { columns: ['instance_id'] });
  let count = 0;
  for await (const row of file.rows) if (row.kind === 'row') count += 1;
  return count;
};

/** Listing the 500 instances of Verified against decoding their id column alone, interleaved in one run. */
export async function bench(): Promise<Measured[]> {
  if (!existsSync(verified)) return [];
  const lists: number[] = [];
  const baselines: number[] = [];
  for (let round = 0; round < 15; round++) {
    baselines.push(await timed(ids));
    lists.push(await timed(() => listDataset(nodeFiles, verified)));
  }
  const value = median(lists.slice(3));
  const baseline = median(baselines.slice(3));
  return [{ name: 'list 500 instances from Parquet / id column', value, baseline, ratio: value / baseline, budget: 3 }];
}
