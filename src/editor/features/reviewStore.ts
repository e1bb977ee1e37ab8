import * as vscode from 'vscode';
import type { Conflict, Erasable } from '../../core/review/upkeep';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import type { OwnEvents } from '../../protocol/reviewStore';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { raterSetting } from '../platform/settings';

/** "Erase Text of a Verdict..." and "Resolve Conflict...": what is done to stored verdicts beside judging. */
export const reviewStoreFeature: Feature = (services) =>
  vscode.Disposable.from(
    registerCommand(services.log, commands.eraseText, 'The text could not be erased', () => eraseText(services)),
    registerCommand(services.log, commands.resolveConflict, 'The conflict could not be resolved', () =>
      resolveConflict(services),
    ),
  );

type Choice<T> = vscode.QuickPickItem & { readonly value: T };

const ownEvents = async ({ study }: Services): Promise<OwnEvents> => {
  const studyFolder = await study.ready();
  return { studyFolder, studyId: study.catalogue?.studyId ?? '', rater: raterSetting() };
};

const words: Readonly<Record<string, string>> = {
  verdict: 'Verdict',
  amend: 'Amendment',
  retract: 'Retraction',
  skip: 'Skip',
};

const dayOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

const erasableChoice = (value: Erasable): Choice<Erasable> => ({
  label: shownText(`${words[value.type] ?? value.type}: ${value.instance ?? 'unknown instance'}`),
  description: shownText(`${dayOf(value.at)} · ${counted(value.texts, 'text')}`),
  value,
});

const eraseText = async (services: Services): Promise<void> => {
  const { app } = services;
  const own = await ownEvents(services);
  const found = await app.remote.erasableEvents(own);
  if (found.length === 0) return void tell('None of your verdicts has free text.');
  const placeHolder = 'Whose words? Notes, reasons and typed evidence go, the answers stay.';
  const options = { title: 'Erase Text of a Verdict', placeHolder, matchOnDescription: true };
  const event = (await vscode.window.showQuickPick(found.map(erasableChoice), options))?.value.event;
  if (event === undefined) return;
  const question = await app.remote.erasureQuestion({ studyFolder: own.studyFolder, event });
  const yes = await vscode.window.showWarningMessage(shownText(question), { modal: true }, 'Erase');
  if (yes !== 'Erase') return;
  await app.remote.eraseTexts({ ...own, event });
  void tell('Erased. Commit .touchstone so that others lose the words as well.');
};

const conflictChoices = ({ instance, rubric, heads }: Conflict): readonly Choice<string | null>[] => [
  {
    label: shownText(`${instance ?? 'unknown instance'} (${rubric})`),
    kind: vscode.QuickPickItemKind.Separator,
    value: null,
  },
  ...heads.map(({ event, overall, at, device, type }) => ({
    label: shownText(overall ?? 'no answer'),
    description: shownText(`${words[type] ?? type} of ${dayOf(at)} on ${device}`),
    value: event,
  })),
];

const resolveConflict = async (services: Services): Promise<void> => {
  const { app, study } = services;
  const own = await ownEvents(services);
  const conflicts = await app.remote.conflicts(own);
  if (conflicts.length === 0) return void tell('No conflicts: on every item one verdict of yours stands, or none.');
  const options = { title: 'Which verdict counts?', placeHolder: 'The others stay in the history.' };
  const keep = (await vscode.window.showQuickPick(conflicts.flatMap(conflictChoices), options))?.value;
  if (!keep) return;
  await app.remote.resolveConflict({ ...own, keep });
  await study.refreshVerdicts();
  void tell('Resolved: the chosen verdict counts.');
};
