import { type InstanceRun, rulesOfRun } from '../../core/study/instanceRuns';
import type { VerdictRequest } from '../../protocol/app';
import type { Item } from '../platform/currentItem';
import type { Services } from '../platform/services';
import { raterSetting } from '../platform/settings';
import { waitingItems } from '../platform/waitingItems';

/** A prediction whose form is open. */
export type Judged = Item & { readonly run: InstanceRun };

/** What outlives a reload of the window: names, since a row is made anew with the study. */
interface Kept {
  readonly instanceId: string;
  readonly runKey: string;
}

const keptIn = 'touchstone.judged';

/** Remembers what is on the desk, for the next load of this window; null forgets it. */
export const keepJudged = ({ context }: Services, item: Judged | null): Thenable<void> => {
  const kept: Kept | undefined = item ? { instanceId: item.instanceId, runKey: item.run.key } : undefined;
  return context.workspaceState.update(keptIn, kept);
};

/** Whether a verdict on the instance is being given: what tells of its reference solution is hidden meanwhile. */
export const isJudging = ({ context }: Services, instanceId: string | null): boolean =>
  instanceId !== null && context.workspaceState.get<Kept>(keptIn)?.instanceId === instanceId;

/** The item that was on the desk before, once the study is read; null where there was none or it is gone. */
export const keptJudged = async ({ context, study }: Services): Promise<Judged | null> => {
  const kept = context.workspaceState.get<Kept>(keptIn);
  if (!kept) return null;
  await study.ready();
  const { datasetPath, rows } = await study.rowsOf(kept.instanceId);
  const run = rows.find(({ key }) => key === kept.runKey);
  return datasetPath !== null && run ? { datasetPath, instanceId: kept.instanceId, run } : null;
};

/** Everything that the app needs to open the form on an item. */
export const verdictRequest = async (services: Services, { datasetPath, run }: Judged): Promise<VerdictRequest> => {
  const { study } = services;
  const { total, place } = await waitingItems(services, 0, run);
  const evaluation = run.evaluations[0];
  return {
    datasetPath,
    instanceId: run.instanceId,
    studyFolder: study.catalogue?.root ?? '',
    studyId: study.catalogue?.studyId ?? '',
    rubric: study.catalogue?.rubric ?? 'patch-review',
    rater: raterSetting(),
    predictionsPath: run.predictionsPath ?? '',
    patchHash: run.patchHash,
    runId: run.runId,
    evaluationFolder: evaluation?.folder ?? null,
    outcome: run.outcome,
    rules: rulesOfRun(run),
    label: run.runId,
    queue: 'Mine',
    position: place === null ? null : { index: place + 1, total },
    waiting: total,
  };
};
