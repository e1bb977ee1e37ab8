import * as vscode from 'vscode';
import { optimisationWords } from '../../core/evaluation/optimisation/optimisationWords';
import { outcomeCounts, outcomeWords } from '../../core/evaluation/outcomeWords';
import type { EvaluatedItem } from '../../protocol/evaluate';
import { reportUri } from '../documents/uris';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, showFailure, tell } from '../platform/messages';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { type Job, oneInstance } from './oneInstance';
import { evaluateRun, isUnderWay, runEntryOf } from './startRuns';

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
  if (runEntryOf(services, argument) !== null) return evaluateRun(services, argument);
  const job = await oneInstance(services, argument);
  if (job && (await isUnderWay(services, await services.study.ready(), job))) return;
  const backend = job && (await chooseBackend(services));
  if (!job || !backend) return;
  await runJob(services, { ...job, title: `Evaluate ${job.title}` }, backend);
};

/** A second place that shows a job: its button that cancels, and where its phases are said. */
interface AlsoShown {
  readonly cancel: vscode.CancellationToken;
  say(text: string): void;
}

/** Runs a job under progress, reads the study anew and says what came out. */
export const runJob = async (
  services: Services,
  job: Job,
  backend: 'docker' | 'local',
  also?: AlsoShown,
): Promise<readonly EvaluatedItem[]> => {
  const studyFolder = await services.study.ready();
  const cancel = (task: string) => services.app.remote.cancel({ task });
  const work = (task: string) => {
    const listening = services.progress.onReport((report) => report.task === task && also?.say(report.text));
    return services.app.remote
      .evaluate({ ...job, task, studyFolder, backend, settings: runSettings(), again: true })
      .finally(() => listening.dispose());
  };
  const { items, fault } = await withProgress(services.progress, job.title, cancel, work, also?.cancel).finally(() => {
    services.files.invalidate();
    return services.study.refresh();
  });
  if (fault === null) void say(services, job, items);
  else void showFailure(services.log, `${job.title}: ${items.length} kept`, fault);
  return items;
};

/** `resolved (swebench-v5); optimisation score 1: its tests take ...`. */
const onlyWords = ({ outcome, rules, optimisation }: EvaluatedItem): string =>
  `${outcomeWords(outcome)} (${rules})${optimisation ? `; ${optimisationWords(optimisation)}` : ''}`;

const say = async (services: Services, job: Job, items: readonly EvaluatedItem[]): Promise<void> => {
  const only = items.length === 1 ? items[0] : undefined;
  const came = only ? onlyWords(only) : outcomeCounts(items.map(({ outcome }) => outcome)) || 'nothing was evaluated';
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

const doctor = async (services: Services): Promise<void> => {
  services.files.invalidate();
  await vscode.window.showTextDocument(reportUri('doctor'));
};
