import { type Alignment, alignSteps } from '../../core/run/trajectory/align/alignSteps';
import { type AnchoredStep, anchoredStep } from '../../core/run/trajectory/align/stepAnchors';
import type { OpenedTrajectory } from './openTrajectory';
import { readStep } from './readStep';

/** Steps that are read at the same time: few, for one may be 100 MB. */
const atOnce = 4;

const anchoredSteps = async (opened: OpenedTrajectory, signal?: AbortSignal): Promise<readonly AnchoredStep[]> => {
  const steps: AnchoredStep[] = [];
  for (let from = 0; from < opened.entries.length; from += atOnce) {
    signal?.throwIfAborted();
    const entries = opened.entries.slice(from, from + atOnce);
    const read = entries.map(async (entry) => anchoredStep(await readStep(opened, entry), entry.isError));
    steps.push(...(await Promise.all(read)));
  }
  return steps;
};

/** Two opened trajectories aligned by the files that they touch and the tests that they run; every step is read once. */
export const alignTrajectories = async (
  a: OpenedTrajectory,
  b: OpenedTrajectory,
  signal?: AbortSignal,
): Promise<Alignment> => alignSteps(await anchoredSteps(a, signal), await anchoredSteps(b, signal));
