import type { StepEntry } from '../trajectoryIndex';

type Timed = Pick<StepEntry, 'idx' | 'agentId' | 'startedAt'>;

/**
 * The order in which steps are replayed: that of the trajectory, but where several agents work in one tree by time, if
 * each step has one, for a file may tell the steps of one agent after those of another.
 */
export const replayOrder = <T extends Timed>(entries: Iterable<T>): readonly T[] => {
  const all = [...entries];
  const several = new Set(all.map(({ agentId }) => agentId)).size > 1;
  if (!several || all.some(({ startedAt }) => startedAt === null)) return all;
  return all.sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0) || a.idx - b.idx);
};
