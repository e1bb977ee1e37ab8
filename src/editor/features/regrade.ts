import * as vscode from 'vscode';
import { ruleSetNames } from '../../core/evaluation/ruleSetName';
import { counted } from '../../core/shared/counted';
import type { RegradeChoice, RegradeOffer, RegradeScope } from '../../protocol/regrade';
import type { EvaluatedAlone } from '../../protocol/studyOverview';
import { regradeOf, regradeUri } from '../documents/uris';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import { pickPrediction } from '../platform/pickItem';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';

/** Grades a run, or one evaluation, again by another rule set, and shows what changes and why. Nothing is written. */
export const regradeFeature: Feature = (services) =>
  vscode.Disposable.from(
    services.files.route('regrade', (uri) => readChanges(services, uri)),
    registerCommand(services.log, commands.regrade, 'It could not be graded again', (argument) =>
      regradeUnder(services, argument),
    ),
  );

const regradeUnder = async (services: Services, argument: unknown): Promise<void> => {
  const scope = runOf(argument) ?? (await oneOf(services, argument));
  if (!scope) return;
  const studyFolder = await services.study.ready();
  const offer = services.app.remote.regradeChoices({ studyFolder, scope, setting: runSettings().ruleSet });
  const choice = await choose(scope, offer);
  if (choice) await vscode.window.showTextDocument(regradeUri(scope, choice.rules), { preview: true });
  else if ((await offer).evaluations === 0)
    void tell(`${scope.key} has no evaluation of an instance that is open here.`);
};

/** The run that a row of the Runs view stands for; null where the argument is something else. */
const runOf = (argument: unknown): RegradeScope | null => {
  if (typeof argument !== 'object' || argument === null || 'dataset' in argument) return null;
  const { kind, run, alone } = argument as {
    readonly kind?: unknown;
    readonly run?: { readonly id?: unknown };
    readonly alone?: EvaluatedAlone;
  };
  const key = kind === 'run' ? run?.id : kind === 'evaluations' ? alone?.first.key : null;
  return typeof key === 'string' ? { key, instanceId: null } : null;
};

const oneOf = async (services: Services, argument: unknown): Promise<RegradeScope | null> => {
  const item = await pickPrediction(services, argument, {
    accept: ({ evaluations }) => evaluations.length > 0,
    otherwise: 'it was not evaluated yet',
  });
  return item && { key: item.run.key, instanceId: item.instanceId };
};

const choose = async (scope: RegradeScope, offered: Promise<RegradeOffer>): Promise<RegradeChoice | undefined> => {
  const stop = new vscode.CancellationTokenSource();
  const picks = offered.then(({ choices, evaluations, lookedAt }) => {
    if (evaluations === 0) stop.cancel();
    else if (choices.length === 0) throw new Error('there is neither a log nor a file of results to grade.');
    return choices.map((choice) => ({
      label: choice.title,
      description: [choice.rules, choice.now ? 'grades it now' : ''].filter(Boolean).join(' · '),
      detail: choice.fits < lookedAt ? `fits ${choice.fits} of ${counted(lookedAt, 'evaluation')}` : '',
      choice,
    }));
  });
  const title = `Re-grade ${scope.instanceId ?? scope.key} under which rule set?`;
  return (await vscode.window.showQuickPick(picks, { title, matchOnDescription: true }, stop.token))?.choice;
};

const readChanges = async (services: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const studyFolder = await services.study.ready();
  const { scope, rules } = regradeOf(uri);
  const against = ruleSetNames.find((name) => name === rules);
  if (!against) throw vscode.FileSystemError.FileNotFound(uri);
  const title = `Grading ${scope.instanceId ?? scope.key} under ${against}`;
  const { text } = await withProgress(
    services.progress,
    title,
    (task) => services.app.remote.cancel({ task }),
    (task) => services.app.remote.regrade({ task, studyFolder, scope, setting: runSettings().ruleSet, against }),
  );
  return new TextEncoder().encode(text);
};
