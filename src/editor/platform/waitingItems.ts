import type { InstanceRun } from '../../core/study/instanceRuns';
import { raterSetting } from './settings';
import type { StudyModel } from './studyModel';

/** Predictions that this rater has not judged, in the study's order; gold, base and empty patches are not asked for. */
export const waitingItems = (study: StudyModel): InstanceRun[] => {
  const rater = raterSetting();
  const ids = (study.catalogue?.datasets ?? []).flatMap(({ instances }) => instances.map(({ id }) => id));
  // Two datasets may hold the same instance; its predictions still wait once.
  return [...new Set(ids)]
    .flatMap((id) => study.runsOf(id))
    .filter((run) => run.kind === 'prediction' && run.patchBytes !== 0)
    .filter((run) => !study.verdictsOf(run).some((verdict) => verdict.rater === rater));
};
