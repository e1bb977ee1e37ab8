import type { DatasetEntry, InstanceSummary } from '../../core/study/catalogue';
import type { InstanceRun } from '../../core/study/instanceRuns';

/** Nodes of the Instances view. */
export type InstanceNode =
  | { readonly kind: 'dataset'; readonly dataset: DatasetEntry }
  | {
      readonly kind: 'repository';
      readonly dataset: DatasetEntry;
      readonly repo: string;
      readonly instances: readonly InstanceSummary[];
    }
  | { readonly kind: 'instance'; readonly dataset: DatasetEntry; readonly instance: InstanceSummary }
  | {
      readonly kind: 'run';
      readonly dataset: DatasetEntry;
      readonly instance: InstanceSummary;
      readonly run: InstanceRun;
    }
  | { readonly kind: 'skipped'; readonly dataset: DatasetEntry };

/** What a person calls a row: `gold patch`, `base, no patch`, or the model and its attempt. */
export const runLabel = (run: InstanceRun): string => {
  if (run.kind === 'gold') return 'gold patch';
  if (run.kind === 'base') return 'base, no patch';
  return run.attempt > 1 ? `${run.runId} (attempt ${run.attempt})` : run.runId;
};
