import { type HiddenFromRater, hiddenFromRater, nothingHidden } from '../../core/study/hiddenFromRater';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { defaultBlinding } from '../../core/study/studyFile';
import type { VerdictSummary } from '../readVerdicts';
import type { AssistantStudy } from './assistantDesk';

const isPrediction = ({ kind }: InstanceRun): boolean => kind === 'prediction';

/** Whether the rater has given a verdict on every prediction of the instance: as long as one waits, all is hidden. */
const hasAll = (rows: readonly InstanceRun[], verdicts: VerdictSummary, rater: string): boolean =>
  rows.length > 0 &&
  rows.every(({ instanceId, patchHash }) =>
    verdicts.of(instanceId, patchHash)?.raters.some((each) => each.rater === rater),
  );

/** What a rater who asks outside of the editor must not be told of an instance (null: of what may be any). */
export const hiddenFromNamed = (
  { catalogue, rows }: AssistantStudy,
  verdicts: VerdictSummary,
  rater: string | null,
  instanceId: string | null,
): HiddenFromRater => {
  if (rater === null) return nothingHidden;
  const own = instanceId === null ? [] : (rows.get(instanceId) ?? []).filter(isPrediction);
  const hasVerdict = hasAll(own, verdicts, rater);
  return hiddenFromRater(catalogue.blinding ?? defaultBlinding, { isRating: true, hasVerdict });
};
