import type { StepEntry } from '../core/run/trajectory/trajectoryIndex';
import type { SoughtStep } from '../protocol/trajectory';

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

/** Whether step `idx` (from 1) is of the kind. */
export const fitsSought = (steps: readonly Sought[], idx: number, what: SoughtStep): boolean => {
  const step = steps[idx - 1];
  return step !== undefined && fits[what](step, steps[idx - 2]);
};

/** The next step of a kind after step `idx` (from 1), or before it; 0 where there is none. */
export const seekStep = (steps: readonly Sought[], idx: number, what: SoughtStep, back: boolean): number => {
  const way = back ? -1 : 1;
  for (let at = idx - 1 + way; at >= 0 && at < steps.length; at += way) {
    const step = steps[at];
    if (step && fits[what](step, steps[at - 1])) return at + 1;
  }
  return 0;
};
