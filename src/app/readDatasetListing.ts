import type { FilePort } from '../core/shared/files';
import type { Problem } from '../core/shared/problem';
import type { InstanceSummary } from '../core/study/catalogue';
import { summaryOf } from '../core/study/summary';
import { type DatasetFormat, foldMissing, streamDataset } from './readDataset';

/** A dataset as a list shows it: no patches, no scripts. */
export interface DatasetListing {
  readonly format: DatasetFormat;
  readonly instances: readonly InstanceSummary[];
  readonly skipped: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly warnings: readonly string[];
}

/** The columns that a list needs; Parquet decodes these alone. */
const listColumns = [
  'instance_id',
  'repo',
  'base_commit',
  'problem_statement',
  'FAIL_TO_PASS',
  'PASS_TO_PASS',
] as const;

/** Lists a dataset cheaply. Throws as `readDataset` does. */
export const listDataset = async (files: FilePort, path: string, signal?: AbortSignal): Promise<DatasetListing> => {
  const stream = await streamDataset(files, path, { columns: listColumns }, signal);
  const instances: InstanceSummary[] = [];
  const skipped: Problem[] = [];
  const notes: Problem[] = [];
  for await (const item of stream.items) {
    if (item.kind === 'instance') instances.push(summaryOf(item.instance));
    else if (item.kind === 'skipped') skipped.push(item.problem);
    else notes.push(item.problem);
  }
  const folded = foldMissing(notes, instances.length, path);
  const warnings = [...stream.warnings, ...folded.warnings];
  return { format: stream.format, instances, skipped, notes: folded.notes, warnings };
};
