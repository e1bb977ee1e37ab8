type Which = { readonly which: number };

/** What the extension host offers to the figures above a trajectory's steps. */
export type TrajectoryHeadHostApi = {
  /** The final patch as a read-only document. */
  openPatch(q: Which): Promise<null>;
  /** The test output that the outcome was read from, at the first required test that failed. */
  openOutput(q: Which): Promise<null>;
};
