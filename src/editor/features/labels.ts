import * as vscode from 'vscode';
import {
  type LabelField,
  labelFields,
  labelsInWords,
  labelWords,
  scenarioWords,
  taskTypeWords,
} from '../../core/dataset/labels/labelWords';
import type { Instance, Label } from '../../core/instance/instance';
import type { Item } from '../platform/currentItem';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';
import { raterSetting } from '../platform/settings';

type Choice<T> = vscode.QuickPickItem & { readonly value: T };

/** "Correct Label...": which label, which value, and why; one line more in the study's label file. */
export const labelsFeature: Feature = (services) =>
  registerCommand(services.log, commands.correctLabel, 'The label could not be corrected', (argument) =>
    correct(services, argument),
  );

/** Said before anything is asked: what a person has answered is not thrown away at the end. */
const sayNoStudy = (folder: string): void => {
  const text = `Corrections of labels are kept by a study, and ${folder} has no touchstone.yaml. Put one there first.`;
  void tell(text);
};

const correct = async (services: Services, argument: unknown): Promise<void> => {
  const folder = await services.study.ready();
  if (services.study.catalogue?.studyFile === null) return sayNoStudy(folder);
  const item = await pickInstance(services, argument);
  const instance = item && (await services.app.remote.readInstance(item));
  if (!item || !instance) return;
  const studyFolder = await services.study.ready();
  const { datasetPath, instanceId } = item;
  const labels = (await services.app.remote.labelsOf({ studyFolder, datasetPath, instanceId })) ?? {};
  const key = await pickField(instance.id, labels);
  if (key === undefined) return;
  const value = await pickValue(key);
  if (value === undefined) return;
  const reason = await askReason(key, value, labels[key] ?? [], isGiven(instance.labels[key]));
  if (reason !== undefined)
    await save(services, item, { key, values: value === '' ? [] : [value], reason: reason || null });
};

const isGiven = (labels: readonly Label[] | undefined): boolean =>
  labels?.some(({ source }) => source === 'data') ?? false;

const pickField = async (id: string, labels: Instance['labels']): Promise<LabelField | undefined> => {
  const choices = labelFields.map(({ key, title }): Choice<LabelField> => {
    const source = labels[key]?.[0]?.source;
    return {
      label: title,
      description: `${labelsInWords(key, labels[key])}${source ? ` (${source})` : ''}`,
      value: key,
    };
  });
  const options = { title: `Correct a label of ${id}`, placeHolder: 'Which label is wrong?', matchOnDescription: true };
  return (await vscode.window.showQuickPick(choices, options))?.value;
};

const languages = [
  'Python',
  'JavaScript',
  'TypeScript',
  'Java',
  'C',
  'C++',
  'Go',
  'Rust',
  'Kotlin',
  'C#',
  'Ruby',
  'PHP',
];

/** Values that a label is chosen from; others can be written. */
const known: Readonly<Record<LabelField, readonly string[]>> = {
  taskTypes: Object.keys(taskTypeWords),
  scenarios: Object.keys(scenarioWords),
  languages,
  difficulty: [],
  modality: ['text', 'image'],
};

const pickValue = async (key: LabelField): Promise<string | undefined> => {
  const title = labelFields.find((field) => field.key === key)?.title ?? key;
  const written = (): Thenable<string | undefined> =>
    vscode.window.showInputBox({ title, prompt: 'The right value; several with | between them' });
  if (known[key].length === 0) return written();
  const choices: Choice<string | null>[] = [
    ...known[key].map((value) => ({ label: labelWords(key, value), value })),
    { label: 'Another value...', value: null },
    { label: 'Unknown', description: 'no value is right', value: '' },
  ];
  const choice = await vscode.window.showQuickPick(choices, { title, placeHolder: 'What is right?' });
  return choice?.value === null ? written() : choice?.value;
};

/** A label of the dataset's own is overridden only with a reason; elsewhere it may stay empty. */
const askReason = (
  key: LabelField,
  right: string,
  before: readonly Label[],
  isNeeded: boolean,
): Thenable<string | undefined> => {
  const was = `It is ${labelsInWords(key, before)} now.`;
  return vscode.window.showInputBox({
    title: right === '' ? 'Why is it unknown?' : `Why is it ${labelWords(key, right)}?`,
    prompt: isNeeded ? `${was} The dataset says so itself, so a reason is needed.` : `${was} A reason helps others.`,
    validateInput: (text) =>
      isNeeded && text.trim() === '' ? "Overriding the dataset's own label needs a reason." : null,
  });
};

const save = async (
  services: Services,
  { datasetPath, instanceId }: Item,
  { key, values, reason }: { key: LabelField; values: readonly string[]; reason: string | null },
): Promise<void> => {
  const studyFolder = await services.study.ready();
  const split = values
    .flatMap((value) => value.split('|'))
    .map((value) => value.trim())
    .filter((value) => value !== '');
  const correction = { instanceId, key, values: split, by: raterSetting(), reason };
  const { labelFile, isNew } = await services.app.remote.correctLabel({ studyFolder, datasetPath, correction });
  await services.study.refresh();
  const text = isNew
    ? `Correction saved in ${labelFile}, which the study file names now.`
    : `Correction saved in ${labelFile}.`;
  const open = 'Open File';
  if ((await tell(text, open)) === open) await vscode.window.showTextDocument(vscode.Uri.file(labelFile));
};
