import { type Alignment, alignSteps } from '../../core/run/trajectory/align/alignSteps';
import { type AnchoredStep, anchoredStep } from '../../core/run/trajectory/align/stepAnchors';
import type { OpenedTrajectory } from './openTrajectory';
import { readStep } from './readStep';

/** Called with the steps that were read of both sides, and how many there are. */
export type AlignProgress = (read: number, of: number) => void;

const anchoredSteps = async (
  opened: OpenedTrajectory,
  tell: () => void,
  signal?: AbortSignal,
): Promise<readonly AnchoredStep[]> => {
  const steps: AnchoredStep[] = [];
  for (const entry of opened.entries) {
    signal?.throwIfAborted();
    steps.push(anchoredStep(await readStep(opened, entry), entry.isError));
    tell();
  }
  return steps;
};

/** Two opened trajectories aligned by the files that they touch and the tests that they run; every step is read once. */
export const alignTrajectories = async (
  a: OpenedTrajectory,
  b: OpenedTrajectory,
  { signal, progress = () => {} }: { readonly signal?: AbortSignal; readonly progress?: AlignProgress } = {},
): Promise<Alignment> => {
  const of = a.entries.length + b.entries.length;
  let read = 0;
  const tell = () => progress(++read, of);
  return alignSteps(await anchoredSteps(a, tell, signal), await anchoredSteps(b, tell, signal));
};
