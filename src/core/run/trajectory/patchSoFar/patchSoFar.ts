import type { Step } from '../step';
import { type PatchSoFar, type PatchSoFarOptions, StatesSoFar } from './statesSoFar';

/**
 * The patch after the last of `steps` (all steps of one attempt up to the one in question, in order), by the order:
 * given by the file, a snapshot of our own replay, exact edits replayed over the base commit; `approximate` from the
 * first step on at which something changed files in a way not recorded, or an edit didn't fit exactly (`why` names the
 * step); `unknown` where nothing exact is there at all. Never guesses: an edit that doesn't fit is left out.
 */
export const patchSoFar = async (
  steps: Iterable<Step> | AsyncIterable<Step>,
  options: PatchSoFarOptions,
): Promise<PatchSoFar> => {
  const states = new StatesSoFar(options);
  for await (const step of steps) await states.take(step);
  return states.state();
};
