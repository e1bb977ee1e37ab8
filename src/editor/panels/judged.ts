import * as vscode from 'vscode';
import { rulesOfRun } from '../../core/study/instanceRuns';
import type { VerdictRequest } from '../../protocol/app';
import type { JudgedUnit } from '../../protocol/rubrics';
import type { Item } from '../platform/currentItem';
import type { Services } from '../platform/services';
import { raterSetting } from '../platform/settings';
import { waitingItems } from '../platform/waitingItems';

/** What a form is open on: a prediction, an instance, or how a run went. */
export type Judged = Item & {
  /** Absent: the prediction `run`. */
  readonly unit?: JudgedUnit;
  /** As `VerdictRequest.rubric`; absent: the study's. */
  readonly rubric?: string;
  /** What the form's head says first. */
  readonly notice?: string;
};

/** What outlives a reload of the window: names, since a row is made anew with the study. */
interface Kept {
  readonly instanceId: string;
  /** Null: no run of the instance is meant. */
  readonly runKey: string | null;
  /** Absent in what an earlier version kept. */
  readonly patchHash?: string | null;
  readonly unit?: JudgedUnit;
  readonly rubric?: string;
  readonly notice?: string;
}

const keptIn = 'touchstone.judged';
const judging = new vscode.EventEmitter<void>();

/** Tells when another item lies on the desk, or none. */
export const onJudged = judging.event;

const ofForm = ({ unit, rubric, notice }: Pick<Judged, 'unit' | 'rubric' | 'notice'>) => ({
  ...(unit ? { unit } : {}),
  ...(rubric === undefined ? {} : { rubric }),
  ...(notice === undefined ? {} : { notice }),
});

/** Remembers what is on the desk, for the next load of this window; null forgets it. */
export const keepJudged = async ({ context }: Services, item: Judged | null): Promise<void> => {
  const kept: Kept | undefined = item
    ? {
        instanceId: item.instanceId,
        runKey: item.run?.key ?? null,
        patchHash: item.run?.patchHash ?? null,
        ...ofForm(item),
      }
    : undefined;
  await context.workspaceState.update(keptIn, kept);
  judging.fire();
};

/** The item that was on the desk before, once the study is read; null where there was none or it is gone. */
export const keptJudged = async ({ context, study }: Services): Promise<Judged | null> => {
  const kept = context.workspaceState.get<Kept>(keptIn);
  if (!kept) return null;
  await study.ready();
  const { datasetPath, rows } = await study.rowsOf(kept.instanceId);
  // By a verdict a row may have got its own name.
  const run = rows.find(({ key, blind }) => key === kept.runKey || blind?.letter === kept.runKey) ?? null;
  const isThere = run !== null || kept.runKey === null;
  return datasetPath !== null && isThere ? { datasetPath, instanceId: kept.instanceId, run, ...ofForm(kept) } : null;
};

/** Everything that the app needs to open the form on an item. */
export const verdictRequest = async (services: Services, item: Judged): Promise<VerdictRequest> => {
  const { study } = services;
  const { datasetPath, instanceId, run, unit, notice } = item;
  const isQueued = run !== null && (unit?.kind ?? 'prediction') === 'prediction';
  const { total, place } = isQueued ? await waitingItems(services, 0, run) : { total: 0, place: null };
  return {
    datasetPath,
    instanceId,
    studyFolder: study.catalogue?.root ?? '',
    studyId: study.catalogue?.studyId ?? '',
    rubric: item.rubric ?? study.catalogue?.rubric ?? 'patch-review',
    rater: raterSetting(),
    predictionsPath: run?.predictionsPath ?? '',
    patchHash: run?.patchHash ?? null,
    runId: run?.runId ?? '',
    evaluationFolder: run?.evaluations[0]?.folder ?? null,
    outcome: run?.outcome ?? null,
    rules: run ? rulesOfRun(run) : null,
    label: run?.runId ?? '',
    queue: 'Mine',
    position: place === null ? null : { index: place + 1, total },
    waiting: total,
    ...(isQueued && place !== null ? { drawnFrom: services.queue.value } : {}),
    ...(unit ? { unit } : {}),
    ...(notice === undefined ? {} : { notice }),
  };
};
