import * as vscode from 'vscode';
import { outcomeCounts, outcomeWords } from '../../core/evaluation/outcomeWords';
import { shownText } from '../../core/shared/shownText';
import type { EvaluatedItem, EvaluateRequest } from '../../protocol/app';
import { reportUri } from '../documents/uris';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import type { Item } from '../platform/currentItem';
import { commands } from '../platform/ids';
import { registerCommand, showFailure, tell } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';

/** What can be evaluated at once: some instances under one source of patches. */
interface Job {
  readonly title: string;
  readonly datasetPath: string;
  /** Empty: all that the patches are of. */
  readonly instanceIds: readonly string[];
  readonly predictions: EvaluateRequest['predictions'];
  readonly runId: string;
}

/** Evaluate one patch, gold, base, or a whole run; progress with cancel, results land in the study. */
export const evaluateFeature: Feature = (services) =>
  vscode.Disposable.from(
    services.files.route('doctor', async () =>
      new TextEncoder().encode(await services.app.remote.doctor({ endpoint: runSettings().endpoint })),
    ),
    registerCommand(services.log, commands.evaluate, 'The evaluation failed', (argument) =>
      evaluate(services, argument),
    ),
    registerCommand(services.log, commands.trustToRun, 'Trust could not be asked for', () => refuseUntrusted()),
    registerCommand(services.log, commands.doctor, 'The doctor failed', () => doctor(services)),
  );

const evaluate = async (services: Services, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const job = (await wholeRun(services, argument)) ?? (await oneInstance(services, argument));
  const backend = job && (await chooseBackend(services));
  if (!job || !backend) return;
  await runJob(services, job, backend);
};

/** Runs a job under progress, reads the study anew and says what came out. */
export const runJob = async (
  services: Services,
  job: Job,
  backend: 'docker' | 'local',
  also?: vscode.CancellationToken,
): Promise<readonly EvaluatedItem[]> => {
  const studyFolder = await services.study.ready();
  const cancel = (task: string) => services.app.remote.cancel({ task });
  const work = (task: string) =>
    services.app.remote.evaluate({ ...job, task, studyFolder, backend, settings: runSettings(), again: true });
  const { items, fault } = await withProgress(services.progress, job.title, cancel, work, also).finally(() => {
    services.files.invalidate();
    return services.study.refresh();
  });
  if (fault === null) void say(services, job, items);
  else void showFailure(services.log, `${job.title}: ${items.length} kept`, fault);
  return items;
};

const say = async (services: Services, job: Job, items: readonly EvaluatedItem[]): Promise<void> => {
  const only = items.length === 1 ? items[0] : undefined;
  const came = only
    ? `${outcomeWords(only.outcome)} (${only.rules})`
    : outcomeCounts(items.map(({ outcome }) => outcome)) || 'nothing was evaluated';
  const open = only ? ['Open Test Output'] : [];
  const choice = await tell(`${job.title}: ${came}`, ...open);
  if (!choice || !only) return;
  const runs = await services.study.runsOf(only.instanceId);
  const run = runs.find(({ evaluations }) => evaluations.some((e) => e.folder === only.folder));
  if (run)
    await vscode.commands.executeCommand(commands.openTestOutput, {
      datasetPath: job.datasetPath,
      instanceId: only.instanceId,
      run,
    });
};

const wholeRun = async (services: Services, argument: unknown): Promise<Job | null> => {
  const node = argument as
    | { readonly kind?: string; readonly run?: { readonly id: string; readonly path: string } }
    | undefined;
  const entry = services.study.catalogue?.runs.find(({ id }) => node?.kind === 'run' && id === node.run?.id);
  if (!entry || entry.datasetPath === null) return null;
  return {
    title: `Evaluate ${entry.id}`,
    datasetPath: entry.datasetPath,
    instanceIds: [],
    predictions: { kind: 'file', path: entry.path },
    runId: entry.id,
  };
};

const oneInstance = async (services: Services, argument: unknown): Promise<Job | null> => {
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
    title: `Evaluate ${runId} on ${item.instanceId}`,
    datasetPath: item.datasetPath,
    instanceIds: [item.instanceId],
    predictions,
    runId,
  };
};

const doctor = async (services: Services): Promise<void> => {
  services.files.invalidate();
  await vscode.window.showTextDocument(reportUri('doctor'));
};
