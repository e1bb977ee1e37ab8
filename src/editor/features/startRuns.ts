import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import type { StartRun } from '../../protocol/evaluationRuns';
import type { RunOverview } from '../../protocol/studyOverview';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { type Job, oneInstance } from './oneInstance';

/** Starting of evaluations that go on by themselves: a whole run, repeats, what has no verdict. */
export const startRunsFeature: Feature = (services) => {
  const command = (id: string, run: (argument: unknown) => Promise<void>) =>
    registerCommand(services.log, id, 'The evaluation could not be started', run);
  return vscode.Disposable.from(
    command(commands.evaluateRun, (argument) => evaluateRun(services, argument)),
    command(commands.evaluateNoVerdict, (argument) => evaluateNoVerdict(services, argument)),
    command(commands.evaluateWithRepeats, (argument) => evaluateWithRepeats(services, argument)),
  );
};

/** Of runs and rows of the Evaluations view: the run of the study that is meant; null where none is named. */
export const runEntryOf = ({ study }: Pick<Services, 'study'>, argument: unknown): RunOverview | null => {
  const node = argument as
    | {
        readonly kind?: string;
        readonly run?: { readonly id?: string; readonly progress?: { readonly runId: string } };
      }
    | undefined;
  const id = node?.kind === 'run' ? (node.run?.progress?.runId ?? node.run?.id) : undefined;
  return study.catalogue?.runs.find((run) => run.id === id) ?? null;
};

interface Choice extends vscode.QuickPickItem {
  readonly job: Job;
}

const jobOfRun = (run: RunOverview, datasetPath: string): Job => ({
  title: run.id,
  datasetPath,
  instanceIds: [],
  predictions: { kind: 'file', path: run.path },
  runId: run.id,
});

/** Runs of the study, then gold and base of each dataset. */
const choicesOf = ({ study }: Services): readonly Choice[] => {
  const { runs = [], datasets = [] } = study.catalogue ?? {};
  const ofRuns = runs.flatMap((run) =>
    run.datasetPath === null
      ? []
      : [{ label: shownText(run.id), description: runWords(run), job: jobOfRun(run, run.datasetPath) }],
  );
  const ofDatasets = datasets.flatMap(({ id, path, count }) =>
    (['gold', 'base'] as const).map((kind) => ({
      label: kind === 'gold' ? 'gold patches' : 'base, no patch',
      description: shownText(`${counted(count, 'instance')} of ${id}`),
      job: { title: kind, datasetPath: path, instanceIds: [], predictions: { kind }, runId: kind },
    })),
  );
  return [...ofRuns, ...ofDatasets];
};

const runWords = ({ counts, predictions }: RunOverview): string =>
  [counts, counted(predictions, 'prediction')].filter(Boolean).join(' · ');

const askRun = async (services: Services, title: string): Promise<Job | null> => {
  await services.study.ready();
  const choice = await vscode.window.showQuickPick([...choicesOf(services)], { title, matchOnDescription: true });
  return choice?.job ?? null;
};

/** The run that is named, else the person's choice; null where they turned away. */
const wantedRun = async (services: Services, argument: unknown, title: string): Promise<Job | null> => {
  const entry = runEntryOf(services, argument);
  if (entry === null) return askRun(services, title);
  if (entry.datasetPath !== null) return jobOfRun(entry, entry.datasetPath);
  void tell(`No instance of ${entry.id} is in a dataset that is open here. Open the dataset that holds them.`);
  return null;
};

export const evaluateRun = async (services: Services, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const job = await wantedRun(services, argument, 'Evaluate which run?');
  const again = job && (await askAgain(services, job));
  if (job && again) await start(services, { ...job, again: again.again, repeats: 1 });
};

const evaluateNoVerdict = async (services: Services, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const job = await wantedRun(services, argument, 'Evaluate what has no verdict of which run?');
  if (job)
    await start(services, { ...job, title: `${job.runId}, what has no verdict`, again: 'no-verdict', repeats: 1 });
};

const evaluateWithRepeats = async (services: Services, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const isRun = runEntryOf(services, argument) !== null || (argument === undefined && !services.current.value);
  const job = isRun ? await wantedRun(services, argument, whichRepeats) : await oneInstance(services, argument);
  const repeats = job && (await askRepeats());
  if (job && repeats) await start(services, { ...job, title: `${job.title} ×${repeats}`, again: false, repeats });
};

const whichRepeats = 'Evaluate which run several times?';

const [fewest, most, usual] = [2, 20, 5];

const askRepeats = async (): Promise<number | null> => {
  const text = await vscode.window.showInputBox({
    title: 'Evaluate with repeats',
    prompt: `How many times is each prediction evaluated? ${fewest} to ${most}; those that were are kept. Tests whose results differ are flaky.`,
    value: String(usual),
    validateInput: (value) => (isRepeats(value) ? null : `A number from ${fewest} to ${most}.`),
  });
  return text !== undefined && isRepeats(text) ? Number(text) : null;
};

const isRepeats = (text: string): boolean =>
  /^\d{1,2}$/.test(text.trim()) && Number(text) >= fewest && Number(text) <= most;

/** What is done with what was evaluated before; asked only where something was. */
const askAgain = async ({ study }: Services, { runId }: Job): Promise<{ readonly again: StartRun['again'] } | null> => {
  const run = study.catalogue?.runs.find(({ id }) => id === runId);
  if (!run || run.evaluations === 0) return { again: true };
  const open = run.rows - run.evaluations;
  const missing = {
    label: 'What is not evaluated yet',
    description: counted(open, 'prediction'),
    again: false as const,
  };
  const others = [
    { label: 'What has no verdict', description: 'and what is not evaluated yet', again: 'no-verdict' as const },
    { label: 'Everything again', description: counted(run.rows, 'prediction'), again: true as const },
  ];
  const picks = open > 0 ? [missing, ...others] : others;
  const title = `Evaluate ${shownText(runId)}: ${run.evaluations.toLocaleString('en-US')} of ${run.rows.toLocaleString('en-US')} are evaluated`;
  return (await vscode.window.showQuickPick<(typeof picks)[number]>(picks, { title })) ?? null;
};

/** Starts it; what it does then is told by the Evaluations view and the status item. */
const start = async (services: Services, asked: Job & Pick<StartRun, 'again' | 'repeats'>): Promise<void> => {
  const studyFolder = await services.study.ready();
  if (await isUnderWay(services, studyFolder, asked)) return;
  const backend = await chooseBackend(services);
  if (!backend) return;
  const run = await services.app.remote.startRun({ ...asked, studyFolder, backend, settings: runSettings() });
  services.runs.changed(run);
};

/** Whether the run goes on by itself already, which is then said: two at once would write into one folder. */
export const isUnderWay = async ({ runs }: Services, studyFolder: string, { runId }: Job): Promise<boolean> => {
  const found = runs.live.some((run) => run.studyFolder === studyFolder && run.progress.runId === runId);
  if (!found) return false;
  const choice = await tell(`${runId} is being evaluated already.`, 'Show Evaluations');
  if (choice) await vscode.commands.executeCommand(commands.showEvaluations);
  return true;
};
