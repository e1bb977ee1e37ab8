import * as vscode from 'vscode';
import { ruleSetNames } from '../../core/evaluation/ruleSetName';
import { counted } from '../../core/shared/counted';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { RegradeChoice, RegradeItem } from '../../protocol/regrade';
import { type RegradeScope, regradeOf, regradeUri } from '../documents/uris';
import { commands } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import { pickPrediction } from '../platform/pickItem';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';

/** So many evaluations of a run are looked at to say which rule sets fit; the answer grades them all. */
const lookedAt = 50;

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
  const items = itemsOf(services, scope);
  if (items.length === 0) {
    void vscode.window.showInformationMessage(`${scope.key} has no evaluation of an instance that is open here.`);
    return;
  }
  const choice = await choose(services, scope, items);
  if (choice) await vscode.window.showTextDocument(regradeUri(scope, choice.rules), { preview: true });
};

/** The run that a row of the Runs view stands for; null where the argument is something else. */
const runOf = (argument: unknown): RegradeScope | null => {
  if (typeof argument !== 'object' || argument === null || 'dataset' in argument) return null;
  const { kind, run, rows } = argument as {
    readonly kind?: unknown;
    readonly run?: { readonly id?: unknown };
    readonly rows?: readonly InstanceRun[];
  };
  const key = kind === 'run' ? run?.id : kind === 'evaluations' ? rows?.[0]?.key : null;
  return typeof key === 'string' ? { key, instanceId: null } : null;
};

const oneOf = async (services: Services, argument: unknown): Promise<RegradeScope | null> => {
  const item = await pickPrediction(services, argument, {
    accept: ({ evaluations }) => evaluations.length > 0,
    otherwise: 'it was not evaluated yet',
  });
  return item && { key: item.run.key, instanceId: item.instanceId };
};

/** Evaluations as the study has them now; further attempts of a run (`key#2`) are its own. */
const itemsOf = (services: Services, { key, instanceId }: RegradeScope): RegradeItem[] => {
  const ids = instanceId === null ? [...services.study.placedIds()] : [instanceId];
  return ids.flatMap((id) => {
    const dataset = services.study.find(id)?.dataset;
    const rows = services.study
      .runsOf(id)
      .filter((row) => row.key === key || (instanceId === null && row.key.startsWith(`${key}#`)));
    return rows.flatMap(({ evaluations }) =>
      dataset ? evaluations.map(({ folder }) => ({ datasetPath: dataset.path, instanceId: id, folder })) : [],
    );
  });
};

const choose = async (
  services: Services,
  scope: RegradeScope,
  items: readonly RegradeItem[],
): Promise<RegradeChoice | undefined> => {
  const asked = items.slice(0, lookedAt);
  const choices = services.app.remote.regradeChoices({ items: asked, setting: runSettings().ruleSet });
  const picks = choices.then((all) => {
    if (all.length === 0) throw new Error('there is neither a log nor a file of results to grade.');
    return all.map((choice) => ({
      label: choice.title,
      description: [choice.rules, choice.now ? 'grades it now' : ''].filter(Boolean).join(' · '),
      detail: choice.fits < asked.length ? `fits ${choice.fits} of ${counted(asked.length, 'evaluation')}` : '',
      choice,
    }));
  });
  const title = `Re-grade ${scope.instanceId ?? scope.key} under which rule set?`;
  return (await vscode.window.showQuickPick(picks, { title, matchOnDescription: true }))?.choice;
};

const readChanges = async (services: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  await services.study.ready();
  const { scope, rules } = regradeOf(uri);
  const against = ruleSetNames.find((name) => name === rules);
  if (!against) throw vscode.FileSystemError.FileNotFound(uri);
  const items = itemsOf(services, scope);
  const title = `Grading ${counted(items.length, 'evaluation')} under ${against}`;
  const { text } = await withProgress(
    services.progress,
    title,
    (task) => services.app.remote.cancel({ task }),
    (task) => services.app.remote.regrade({ task, items, setting: runSettings().ruleSet, against }),
  );
  return new TextEncoder().encode(text);
};
