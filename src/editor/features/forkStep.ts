import * as vscode from 'vscode';
import { isFields } from '../../core/run/trajectory/fields';
import { shownText } from '../../core/shared/shownText';
import { refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { stepShown, whichShown } from '../platform/shownTrajectories';
import { editReply, finishReply } from './editReply';
import { keepChoice, lastChoice, modelStep, type RunChoice } from './runChoices';
import { begun, choicesOf, mayRun, stepHelp } from './runModel';
import { backendStep, budgetStep, evaluateStep } from './runSteps';
import { askSteps } from './stepPick';

/** A step of a trajectory from which another run begins. */
export interface ForkPlace {
  readonly path: string;
  readonly which: number;
  readonly idx: number;
}

/** Another run from a step on: the files and messages as they were, a word to the model or another reply, any model. */
export const forkStepFeature: Feature = (services) =>
  vscode.Disposable.from(
    registerCommand(services.log, commands.forkStep, 'The run could not be forked', async (argument) => {
      const place = placeOf(argument);
      if (place === null) void tell('Open a trajectory and go to a step.');
      else await fork(services, place);
    }),
    registerCommand(services.log, commands.forkWithReply, 'The run could not be forked', finishReply),
  );

/** The step that a page names, else that of the trajectory in front; null: none is. */
const placeOf = (argument: unknown): ForkPlace | null => {
  if (isFields(argument)) {
    const [path, which, idx] = [argument['path'], argument['which'], argument['idx']];
    if (typeof path === 'string' && typeof which === 'number' && typeof idx === 'number') return { path, which, idx };
  }
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const path = input instanceof vscode.TabInputCustom ? input.uri.fsPath : null;
  const idx = path === null ? null : stepShown(path);
  return path === null || idx === null ? null : { path, which: whichShown(path), idx };
};

/** What is other than it was. */
interface Change {
  readonly hint: string | null;
  readonly editedReply: string | null;
}

interface ChangeItem extends vscode.QuickPickItem {
  readonly ask: () => Promise<Change | null>;
}

const askHint = async (idx: number): Promise<Change | null> => {
  const hint = await vscode.window.showInputBox({
    title: `Fork from step ${idx}: a hint`,
    prompt: `Said to the model after step ${idx}, as a person would.`,
    ignoreFocusOut: true,
  });
  return hint === undefined || hint.trim() === '' ? null : { hint, editedReply: null };
};

const askChange = async (services: Services, place: ForkPlace): Promise<Change | null> => {
  const items: readonly ChangeItem[] = [
    {
      label: '$(comment) With a Hint...',
      description: 'said to the model after this step',
      ask: () => askHint(place.idx),
    },
    {
      label: '$(edit) With an Edited Reply...',
      description: "the step's reply, in an editor",
      ask: async () => {
        const editedReply = await editReply(services, place);
        return editedReply === null ? null : { hint: null, editedReply };
      },
    },
    {
      label: '$(debug-restart) As It Was',
      description: 'the same messages once more',
      ask: async () => ({ hint: null, editedReply: null }),
    },
  ];
  const title = `Fork from step ${place.idx}: what is other?`;
  const choice = await vscode.window.showQuickPick([...items], { title, ignoreFocusOut: true });
  return choice ? choice.ask() : null;
};

const askRun = async (services: Services, { idx }: ForkPlace, studyFolder: string): Promise<RunChoice | null> => {
  const last = lastChoice(services);
  const { endpoint } = runSettings();
  const docker = await services.app.remote.pingEngine({ backend: 'docker', endpoint });
  const steps = [modelStep(last, stepHelp()), budgetStep(last), backendStep(last, docker), evaluateStep(last)];
  const choices = choicesOf(services, studyFolder);
  return askSteps({ title: `Fork from step ${idx}`, steps, first: last, choices });
};

const fork = async (services: Services, place: ForkPlace): Promise<void> => {
  if (await refuseUntrusted()) return;
  const studyFolder = await services.study.ready();
  const change = await askChange(services, place);
  const choice = change && (await askRun(services, place, studyFolder));
  if (!change || !choice || !(await mayRun(choice))) return;
  await keepChoice(services, choice);
  const { model, budgetUsd, backend, evaluates } = choice;
  const run = await services.app.remote.forkRun({
    ...{ studyFolder, trajectoryPath: place.path, which: place.which, step: place.idx, ...change },
    ...{ model, budgetUsd, backend, evaluates, workers: null, settings: runSettings() },
  });
  services.log.info(`forked ${shownText(place.path)} from step ${place.idx}: ${run.runIds.join(', ')}`);
  await begun(services, run);
};
