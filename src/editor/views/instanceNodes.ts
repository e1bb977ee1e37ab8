import type { InstanceRun } from '../../core/study/instanceRuns';
import type { FacetChoice, InstanceGroup, InstanceListRow, SearchState } from '../../protocol/explorer';
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

export const instanceNode = (instance: InstanceListRow, below: Placed): InstanceNode => ({
  kind: 'instance',
  dataset: { path: instance.datasetPath },
  instance,
  ...below,
});

/** The row that shows the next page, where there is one. */
export const moreNodes = (left: number, below: Placed): InstanceNode[] =>
  left > 0 ? [{ kind: 'more', left, ...below }] : [];

/** The row that says how far the search is, while it runs. */
export const searchingNodes = ({ running, read, of }: SearchState): InstanceNode[] => {
  if (!running) return [];
  const words = `Searching statements and patches: ${of === 0 ? 0 : Math.floor((read / of) * 100)}%`;
  return [{ kind: 'searching', words, within: {}, key: '', parent: null }];
};

/** What a person calls a row: `gold patch`, `base, no patch`, or the model and its attempt. */
export const runLabel = (run: InstanceRun): string => {
  if (run.kind === 'gold') return 'gold patch';
  if (run.kind === 'base') return 'base, no patch';
  return run.attempt > 1 ? `${run.runId} (attempt ${run.attempt})` : run.runId;
};
