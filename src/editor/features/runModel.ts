import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import type { ModelRun, RunChoices } from '../../protocol/modelRuns';
import { confirmLocal, refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { openModelsFile } from './modelsFile';
import { agentStep, keepChoice, lastChoice, modelStep, type RunChoice, type StepHelp } from './runChoices';
import { askScope, namedScope, type RunScope } from './runScope';
import { attemptStep, backendStep, budgetStep, evaluateStep } from './runSteps';
import { askSteps } from './stepPick';

/** Runs a model with an agent on instances: asked step by step, begun, and then told of by the Evaluations view. */
export const runModelFeature: Feature = (services) =>
  vscode.Disposable.from(
    registerCommand(services.log, commands.runModel, 'The run could not be started', (argument, selection) =>
      runModel(services, argument, selection),
    ),
    registerCommand(services.log, commands.openModelsFile, 'The models file could not be opened', async () => {
      const { modelsFile } = await services.app.remote.runChoices({ studyFolder: services.study.folder ?? '' });
      await openModelsFile(modelsFile);
    }),
  );

const runModel = async (services: Services, argument: unknown, selection: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const studyFolder = await services.study.ready();
  const named = await namedScope(services, argument, selection);
  const scope = named === null ? await askScope(services) : named.scope;
  if (scope === null) return;
  const choice = await askRun(services, scope, studyFolder);
  if (choice === null || !(await mayRun(choice))) return;
  await keepChoice(services, choice);
  const { datasetPath, instanceIds } = scope;
  const asked = { studyFolder, datasetPath, instanceIds, ...choice, workers: null, settings: runSettings() };
  await begun(services, await services.app.remote.startModelRun(asked));
};

/** Commands of a model are run without a sandbox only after a yes. */
export const mayRun = async ({ backend }: Pick<RunChoice, 'backend'>): Promise<boolean> =>
  backend === 'docker' || confirmLocal('The model may run any command.');

/** What the steps need beside the choices: keys, the models file, files of replies. */
export const stepHelp = (): StepHelp => ({
  setKey: (name) => Promise.resolve(vscode.commands.executeCommand(commands.setModelKey, name)),
  openModelsFile: async (path) => {
    await openModelsFile(path);
    return 'ends';
  },
  chooseReplies,
});

/** A file of replies by its place; recorded ones are JSON lines of requests and replies. */
const chooseReplies = async (): Promise<string | null> => {
  const [file] = (await vscode.window.showOpenDialog({ title: 'Replies of the model', openLabel: 'Use' })) ?? [];
  if (!file) return null;
  const kinds = [
    { label: 'Scripted', description: 'written by hand: one reply after the other', prefix: 'scripted:' },
    { label: 'Recorded', description: 'a record of a run: each reply to the same request', prefix: 'replay:' },
  ];
  const title = `What is ${shownText(file.path.split('/').at(-1) ?? '')}?`;
  const chosen = await vscode.window.showQuickPick(kinds, { title });
  return chosen ? `${chosen.prefix}${file.fsPath}` : null;
};

export const choicesOf =
  ({ app }: Services, studyFolder: string) =>
  (): Promise<RunChoices> =>
    app.remote.runChoices({ studyFolder });

const askRun = async (services: Services, scope: RunScope, studyFolder: string): Promise<RunChoice | null> => {
  const last = lastChoice(services);
  const { endpoint } = runSettings();
  const docker = await services.app.remote.pingEngine({ backend: 'docker', endpoint });
  const steps = [
    modelStep(last, stepHelp()),
    agentStep(last),
    attemptStep(last),
    budgetStep(last),
    backendStep(last, docker),
    evaluateStep(last),
  ];
  return askSteps({ title: `Run on ${scope.words}`, steps, first: last, choices: choicesOf(services, studyFolder) });
};

/** Shown at once in the view; the trajectory of a run of one attempt is opened as soon as there is one, and followed. */
export const begun = async (services: Services, run: ModelRun): Promise<void> => {
  services.modelRuns.changed(run);
  if (run.items.length === 1) openWhenThere(services, run.id);
  vscode.window.setStatusBarMessage(`Touchstone: ${counted(run.items.length, 'attempt')} begun`, 5000);
};

const openWhenThere = ({ modelRuns }: Services, id: string): void => {
  let isOpened = false;
  const look = (): void => {
    const run = modelRuns.all.find((each) => each.id === id);
    const path = run?.items[0]?.trajectory;
    // What was stopped before its first step is nothing to look at.
    if (path && !isOpened && run.end?.kind !== 'stopped') {
      isOpened = true;
      // At its end, whatever that is by then: so the page follows it.
      const step = Number.MAX_SAFE_INTEGER;
      void vscode.commands.executeCommand(commands.openTrajectory, vscode.Uri.file(path), { which: 0, step });
    }
    if (isOpened || !run || run.end !== null) listening.dispose();
  };
  const listening = modelRuns.onDidChange(look);
  look();
};
