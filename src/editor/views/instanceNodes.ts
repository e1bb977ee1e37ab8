import type { InstanceRun } from '../../core/study/instanceRuns';
import type { FacetChoice, InstanceGroup, InstanceListRow } from '../../protocol/explorer';
import type { DatasetOverview } from '../../protocol/studyOverview';

interface Placed {
  /** The facets with which the filter finds what stands below this node's parent. */
  readonly within: FacetChoice;
  /** Path of values down to here: the ids of one instance in two groups differ by it. */
  readonly key: string;
  readonly parent: InstanceNode | null;
}

/** Nodes of the Instances view. */
export type InstanceNode =
  | (Placed & { readonly kind: 'dataset'; readonly dataset: DatasetOverview; readonly shown: number })
  | (Placed & { readonly kind: 'group'; readonly group: InstanceGroup; readonly open: boolean })
  | (Placed & {
      readonly kind: 'instance';
      readonly dataset: { readonly path: string };
      readonly instance: InstanceListRow;
    })
  | (Placed & {
      readonly kind: 'run';
      readonly dataset: { readonly path: string };
      readonly instance: InstanceListRow;
      readonly run: InstanceRun;
    })
  /** The next page of the same parent. */
  | (Placed & { readonly kind: 'more'; readonly left: number })
  | (Placed & { readonly kind: 'searching'; readonly words: string })
  | (Placed & { readonly kind: 'skipped'; readonly dataset: DatasetOverview });

/** What a person calls a row: `gold patch`, `base, no patch`, or the model and its attempt. */
export const runLabel = (run: InstanceRun): string => {
  if (run.kind === 'gold') return 'gold patch';
  if (run.kind === 'base') return 'base, no patch';
  return run.attempt > 1 ? `${run.runId} (attempt ${run.attempt})` : run.runId;
};
