import type { InstanceRun } from '../../core/study/instanceRuns';
import { raterSetting } from './settings';
import type { StudyModel } from './studyModel';

/** One prediction by name, for the set of those skipped in this session. */
export const nameOf = ({ instanceId, runId }: { readonly instanceId: string; readonly runId: string }): string =>
  `${runId}\n${instanceId}`;

/**
 * Predictions that this rater has not judged, in the study's order, what was skipped in this session last; gold, base
 * and empty patches are not asked for.
 */
export const waitingItems = (study: StudyModel): InstanceRun[] => {
  const rater = raterSetting();
  const waiting = [...study.placedIds()]
    .flatMap((id) => study.runsOf(id))
    .filter((run) => run.kind === 'prediction' && run.patchBytes !== 0)
    .filter((run) => !study.verdictsOf(run).some((verdict) => verdict.rater === rater));
  const isSkipped = (run: InstanceRun): boolean => study.skipped.has(nameOf(run));
  return [...waiting.filter((run) => !isSkipped(run)), ...waiting.filter(isSkipped)];
};
