import * as vscode from 'vscode';
import { compassMetricOf } from '../../core/evaluation/rules/compass';
import { shownText } from '../../core/shared/shownText';
import type { EvaluateRequest } from '../../protocol/evaluate';
import type { Item } from '../platform/currentItem';
import { pickInstance } from '../platform/pickItem';
import type { Services } from '../platform/services';

/** What can be evaluated at once: some instances under one source of patches. */
export interface Job {
  readonly title: string;
  readonly datasetPath: string;
  /** Empty: all that the patches are of. */
  readonly instanceIds: readonly string[];
  readonly predictions: EvaluateRequest['predictions'];
  readonly runId: string;
  /** Whether the patch is timed once its tests pass. */
  readonly optimisation?: boolean;
}

/** One instance under one source of patches; null where the person turned away. */
export const oneInstance = async (services: Services, argument: unknown): Promise<Job | null> => {
  const item = await pickInstance(services, argument);
  if (!item) return null;
  if (item.run) {
    const { kind, predictionsPath, runId } = item.run;
    return withTiming(services, item, jobOf(item, kind === 'prediction' ? predictionsPath : kind, runId));
  }
  const runs = (await services.study.runsOf(item.instanceId)).filter(({ kind }) => kind === 'prediction');
  const picks = [
    ...runs.map((run) => ({
      label: shownText(run.runId),
      description: shownText(run.model ?? ''),
      source: run.predictionsPath,
      runId: run.runId,
    })),
    { label: 'gold patch', description: 'must be resolved', source: 'gold', runId: 'gold' },
    { label: 'base, no patch', description: 'must be unresolved', source: 'base', runId: 'base' },
  ];
  const choice = await vscode.window.showQuickPick(picks, { title: `Evaluate which patch on ${item.instanceId}?` });
  return choice ? withTiming(services, item, jobOf(item, choice.source, choice.runId)) : null;
};

/** Of a patch on an instance about speed: whether it is timed too, as the person says; null where they turned away. */
const withTiming = async (services: Services, item: Item, job: Job | null): Promise<Job | null> => {
  if (job?.predictions.kind !== 'file') return job;
  const instance = await services.app.remote.readInstance(item);
  if (instance === null || compassMetricOf(instance) !== 'optimisation') return job;
  const picks = [
    { label: 'Tests, then time', description: 'base, gold and patch in turns', optimisation: true },
    { label: 'Tests alone', description: 'no optimisation score', optimisation: false },
  ];
  const title = shownText(`${item.instanceId} is about speed: evaluate ${job.runId} how?`);
  const choice = await vscode.window.showQuickPick(picks, { title });
  if (!choice) return null;
  return choice.optimisation ? { ...job, optimisation: true } : job;
};

const jobOf = (item: Item, source: string | null, runId: string): Job | null => {
  if (source === null) return null;
  const predictions =
    source === 'gold' || source === 'base' ? ({ kind: source } as const) : ({ kind: 'file', path: source } as const);
  return {
    title: `${runId} on ${item.instanceId}`,
    datasetPath: item.datasetPath,
    instanceIds: [item.instanceId],
    predictions,
    runId,
  };
};
