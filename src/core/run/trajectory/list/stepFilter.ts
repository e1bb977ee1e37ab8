import type { StepEntry } from '../trajectoryIndex';

export type StepKind = 'all' | 'edit' | 'run' | 'test' | 'error';

/** Which steps a list shows; all conditions hold together. */
export interface StepFilter {
  readonly kind: StepKind;
  /** Null: of every agent. */
  readonly agentId: string | null;
  /** Steps by number, such as those with a bookmark; null: all. */
  readonly only: readonly number[] | null;
}

export const everyStep: StepFilter = { kind: 'all', agentId: null, only: null };

type Filtered = Pick<StepEntry, 'idx' | 'agentId' | 'kind' | 'isError'>;

const kinds: Readonly<Record<StepKind, (step: Filtered) => boolean>> = {
  all: () => true,
  edit: ({ kind }) => kind === 'edit',
  run: ({ kind }) => kind === 'shell',
  test: ({ kind }) => kind === 'test',
  error: ({ isError }) => isError,
};

/** Whether a step passes. */
export const passes = ({ kind, agentId, only }: StepFilter): ((step: Filtered) => boolean) => {
  const chosen = only === null ? null : new Set(only);
  const isKind = kinds[kind];
  return (step) =>
    isKind(step) && (agentId === null || step.agentId === agentId) && (chosen === null || chosen.has(step.idx));
};

export interface StepCounts {
  readonly kinds: Readonly<Record<StepKind, number>>;
  /** Steps of each agent, in the order in which they first speak. */
  readonly agents: readonly { readonly agentId: string; readonly steps: number }[];
}

/** How many steps of each kind one agent has (null: all), and how many steps each agent has. */
export const countSteps = (steps: readonly Filtered[], agentId: string | null): StepCounts => {
  const count = { all: 0, edit: 0, run: 0, test: 0, error: 0 };
  const agents = new Map<string, number>();
  const names = Object.keys(count) as StepKind[];
  for (const step of steps) {
    agents.set(step.agentId, (agents.get(step.agentId) ?? 0) + 1);
    if (agentId !== null && step.agentId !== agentId) continue;
    for (const name of names) if (kinds[name](step)) count[name] += 1;
  }
  return { kinds: count, agents: [...agents].map(([id, n]) => ({ agentId: id, steps: n })) };
};
