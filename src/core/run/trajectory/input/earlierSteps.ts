import type { StepEntry } from '../trajectoryIndex';

/** The steps whose messages stood before a step's own, in order, and where they were summed up instead. */
export interface EarlierSteps {
  readonly steps: readonly number[];
  /** The step at which the conversation was compacted; what stood before it is not in `steps`. Null: it never was. */
  readonly compactedAt: number | null;
}

const compacts = ({ notices }: StepEntry): boolean =>
  notices.some(({ kind }) => kind === 'compaction' || kind === 'condensation');

/** The step before in the same agent's conversation: the one it branches off, else the one before it; 0 at its start. */
const before = (entries: readonly StepEntry[], idx: number): number => {
  const own = entries[idx - 1];
  if (own === undefined) return 0;
  if (own.parentStep !== null && own.parentStep < idx && entries[own.parentStep - 1]?.agentId === own.agentId)
    return own.parentStep;
  for (let at = idx - 1; at >= 1; at--) if (entries[at - 1]?.agentId === own.agentId) return at;
  return 0;
};

/** Goes back through the conversation of a step's agent: branches that were left behind are not in it. */
export const earlierSteps = (entries: readonly StepEntry[], idx: number): EarlierSteps => {
  const steps: number[] = [];
  for (let at = before(entries, idx); at > 0; at = before(entries, at)) {
    steps.push(at);
    const entry = entries[at - 1];
    if (entry && compacts(entry)) return { steps: steps.reverse(), compactedAt: at };
  }
  return { steps: steps.reverse(), compactedAt: null };
};
