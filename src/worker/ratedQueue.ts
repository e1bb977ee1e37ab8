import { verdictsOf } from '../app/readVerdicts';
import type { Outcome } from '../core/evaluation/outcome';
import { readKeptEvents } from '../io/store/keptEvents';

interface Rated {
  readonly studyFolder: string;
  readonly instanceId: string;
  readonly patchHash: string | null;
  readonly rater: string;
  readonly outcome: Outcome | null;
}

/** The queue of `appliesTo` in which a run stands by its tests and this rater's own verdict on its patch; null: in none. */
export const queueOfRun = async ({
  studyFolder,
  instanceId,
  patchHash,
  rater,
  outcome,
}: Rated): Promise<string | null> => {
  if (outcome?.kind !== 'resolved') return null;
  const people = await verdictsOf(readKeptEvents(studyFolder));
  const own = people.of(instanceId, patchHash)?.raters.find((verdict) => verdict.rater === rater);
  return own?.overall === 'wrong' ? 'passes_but_wrong' : null;
};
