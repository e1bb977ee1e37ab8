import type { TrajectoryForks } from './modelRuns';

type Which = { readonly which: number };

/** What the extension host offers to the figures above a trajectory's steps. */
export type TrajectoryHeadHostApi = {
  /** The final patch as a read-only document. */
  openPatch(q: Which): Promise<null>;
  /** The test output that the outcome was read from, at the first required test that failed. */
  openOutput(q: Which): Promise<null>;
  /** Where the trajectory was forked from, and what was forked from it, by the runs of the open study. */
  forks(none: undefined): Promise<TrajectoryForks>;
  /** Opens another trajectory of these at a step. */
  openFork(q: { readonly path: string; readonly step: number }): Promise<null>;
};
