import type { FilePort } from '../core/shared/files';
import type { InstanceSummary } from '../core/study/catalogue';
import { summaryOf } from '../core/study/summary';
import { type DatasetSummary, eachInstance } from './readDataset';

/** A dataset as a list shows it: no patches, no scripts. */
export interface DatasetListing extends DatasetSummary {
  readonly instances: readonly InstanceSummary[];
}

/**
 * The columns that a list needs; Parquet decodes these alone. PASS_TO_PASS is left out: in SWE-bench Verified it is
 * half of the file, and its count alone would cost more than all the rest of the list.
 */
const listColumns = ['instance_id', 'repo', 'base_commit', 'problem_statement', 'FAIL_TO_PASS'] as const;

/** Lists a dataset cheaply. Throws as `readDataset` does. */
export const listDataset = async (files: FilePort, path: string, signal?: AbortSignal): Promise<DatasetListing> => {
  const instances: InstanceSummary[] = [];
  const options = { columns: listColumns, firstLine: ['problem_statement'] };
  const add = (summary: InstanceSummary) => instances.push(summary);
  const said = await eachInstance(files, path, options, (instance) => add(summaryOf(instance)), signal, add);
  return { ...said, instances };
};
