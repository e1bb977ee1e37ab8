import type { ReplayRecord } from './replayRecord';

/**
 * The diff from the base commit after each step of a recorded run, out of a replay of it: null from the first step on
 * after which the replay is no longer known to be like the run.
 */
export const snapshotsOf = ({ steps }: ReplayRecord): ((idx: number) => string | null) => {
  const patches = new Map(steps.flatMap(({ idx, isExact, patch }) => (isExact ? [[idx, patch] as const] : [])));
  return (idx) => patches.get(idx) ?? null;
};
