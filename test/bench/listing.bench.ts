import { existsSync } from 'node:fs';
import path from 'node:path';
import { listDataset } from '../../src/app/readDatasetListing';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { root } from '../host/root';
import { type Bench, timeInTurn } from './bench';

const data = process.env['TOUCHSTONE_DATA'] ?? path.resolve(root, '../shared/data');
const verified = path.join(data, 'benchmarks/instances/swebench_verified_test.parquet');

const decodeIds = async (): Promise<number> => {
  const file = await nodeFiles.openRows(verified, { columns: ['instance_id'] });
  let count = 0;
  for await (const row of file.rows) if (row.kind === 'row') count += 1;
  return count;
};

/** The 500 instances of Verified, listed. */
export const listing: Bench = {
  name: 'listing 500 instances from Parquet',
  limit: 3,
  measure: async () => {
    if (!existsSync(verified)) return { leftOut: `${verified} is not here (TOUCHSTONE_DATA)` };
    const times = await timeInTurn(12, () => listDataset(nodeFiles, verified), decodeIds);
    return { ...times, unit: 'ms', meaning: 'decoding the id column alone' };
  },
};
