import * as vscode from 'vscode';
import { type HiddenFromRater, hiddenFromRater } from '../../core/study/hiddenFromRater';
import { type InstanceRun, rulesOfRun } from '../../core/study/instanceRuns';
import { defaultBlinding } from '../../core/study/studyFile';
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
  /** Absent in what an earlier version kept. */
  readonly patchHash?: string | null;
}

const keptIn = 'touchstone.judged';
const judging = new vscode.EventEmitter<void>();

/** Remembers what is on the desk, for the next load of this window; null forgets it. */
export const keepJudged = async ({ context }: Services, item: Judged | null): Promise<void> => {
  const kept: Kept | undefined = item
    ? { instanceId: item.instanceId, runKey: item.run.key, patchHash: item.run.patchHash }
    : undefined;
  await context.workspaceState.update(keptIn, kept);
  judging.fire();
};

/** Whether the rater has a verdict on what the form is open on; not on another patch of the same instance. */
const hasVerdict = ({ study }: Services, { instanceId, patchHash }: Kept): boolean =>
  patchHash !== undefined && study.verdictsOf({ instanceId, patchHash }).some(({ rater }) => rater === raterSetting());

/**
 * What must not be told of an instance now, by the study's `blinding`. `isOf`: whether it is, or may be, the one that
 * the form is open on.
 */
export const hiddenNow = (services: Services, isOf: (instanceId: string) => boolean): HiddenFromRater => {
  const { context, study } = services;
  const kept = context.workspaceState.get<Kept>(keptIn);
  const isRating = kept !== undefined && isOf(kept.instanceId);
  return hiddenFromRater(study.catalogue?.blinding ?? defaultBlinding, {
    isRating,
    hasVerdict: isRating && hasVerdict(services, kept),
  });
};

const hidingOf = (services: Services): string => {
  const kept = services.context.workspaceState.get<Kept>(keptIn);
  return JSON.stringify([kept?.instanceId, hiddenNow(services, () => true)]);
};

/** Tells when a form opens or closes, or the verdict is given, as far as other things are hidden then. */
export const onHiding = (services: Services, changed: () => void): vscode.Disposable => {
  let before = hidingOf(services);
  const look = (): void => {
    const now = hidingOf(services);
    if (now === before) return;
    before = now;
    changed();
  };
  return vscode.Disposable.from(judging.event(look), services.study.onDidChange(look));
};

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
