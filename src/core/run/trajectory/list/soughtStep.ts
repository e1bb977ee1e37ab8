import type { StepEntry } from '../trajectoryIndex';

/** `turn`: where an agent takes the word after another one or after a person. */
export type SoughtStep = 'error' | 'edit' | 'test' | 'turn';

type Sought = Pick<StepEntry, 'agentId' | 'role' | 'kind' | 'isError'>;

/** An agent takes the word: the step before is another one's, or there is none. */
const beginsTurn = (step: Sought, before: Sought | undefined): boolean =>
  step.role === 'agent' && (before?.role !== 'agent' || before.agentId !== step.agentId);

const fits: Readonly<Record<SoughtStep, (step: Sought, before: Sought | undefined) => boolean>> = {
  error: ({ isError }) => isError,
  edit: ({ kind }) => kind === 'edit',
  test: ({ kind }) => kind === 'test',
  turn: beginsTurn,
};

/** Whether step `idx` (from 1) is of the kind; no step is not. */
export const fitsSought = (steps: readonly Sought[], idx: number, what: SoughtStep): boolean => {
  const step = steps[idx - 1];
  return step !== undefined && fits[what](step, steps[idx - 2]);
};
