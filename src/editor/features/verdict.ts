import * as vscode from 'vscode';
import { VerdictView } from '../panels/verdictView';
import { commands, views } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import { pickPrediction } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';

/** Judging: the view beside everything, evidence from editors, undo by a new event. Works in Restricted Mode. */
export const verdictFeature: Feature = (services) => {
  const view = new VerdictView(services);
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(views.verdict, view),
    registerCommand(services.log, commands.judge, 'The item could not be opened', (argument) =>
      judge(services, view, argument),
    ),
    registerCommand(services.log, commands.addEvidence, 'The evidence could not be added', () => view.addEvidence()),
    registerCommand(services.log, commands.undoVerdict, 'There is nothing to undo', () => view.press('u')),
  );
};

/** Gold against model (where there is a patch to see) in the middle, the form at the side. */
const judge = async (services: Services, view: VerdictView, argument: unknown): Promise<void> => {
  const item = await pickPrediction(services, argument);
  if (item) await view.judge(item);
};
