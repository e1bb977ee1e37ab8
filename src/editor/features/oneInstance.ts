import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { EvaluateRequest } from '../../protocol/app';
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
}

/** One instance under one source of patches; null where the person turned away. */
export const oneInstance = async (services: Services, argument: unknown): Promise<Job | null> => {
  const item = await pickInstance(services, argument);
  if (!item) return null;
  if (item.run)
    return jobOf(item, item.run.kind === 'prediction' ? item.run.predictionsPath : item.run.kind, item.run.runId);
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
  return choice ? jobOf(item, choice.source, choice.runId) : null;
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
