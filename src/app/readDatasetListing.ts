import { rowFormats } from '../core/dataset/formats/registry';
import type { FilePort } from '../core/shared/files';
import type { InstanceSummary } from '../core/study/catalogue';
import { summaryOf } from '../core/study/summary';
import { type DatasetSummary, eachInstance } from './readDataset';

/** A dataset as a list shows it: no patches, no scripts. */
export interface DatasetListing extends Omit<DatasetSummary, 'benchmark' | 'version'> {
  readonly instances: readonly InstanceSummary[];
}

/** The columns that a list shows; Parquet decodes these alone. What is odd about others is said where a row is opened. */
const statements = [...new Set(rowFormats.flatMap(({ listFields }) => listFields.statement))];
const listColumns = [
  ...new Set([...rowFormats.flatMap(({ listFields: { id, repo } }) => [...id, ...repo]), ...statements]),
];

/** Lists a dataset cheaply. Throws as `readDataset` does. */
export const listDataset = async (files: FilePort, path: string, signal?: AbortSignal): Promise<DatasetListing> => {
  const instances: InstanceSummary[] = [];
  const options = { columns: listColumns, firstLine: statements };
  const add = (summary: InstanceSummary) => instances.push(summary);
  const said = await eachInstance(files, path, options, (instance) => add(summaryOf(instance)), signal, add);
  return { ...said, instances };
};
