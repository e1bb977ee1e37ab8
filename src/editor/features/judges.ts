import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import type { JudgePreview } from '../../protocol/judges';
import { commands } from '../platform/ids';
import { registerCommand, tell, warn } from '../platform/messages';
import type { Feature, Services } from '../platform/services';

/** "Import Judge File...": file, map, what comes of it, and on Enter the entry in the study file. */
export const judgesFeature: Feature = (services) =>
  registerCommand(services.log, commands.importJudge, 'The judge file could not be imported', () =>
    importJudge(services),
  );

const pickFile = async (folder: string, title: string, ends: readonly string[]): Promise<string | undefined> => {
  const options = { title, defaultUri: vscode.Uri.file(folder), filters: { [title]: [...ends] } };
  return (await vscode.window.showOpenDialog(options))?.[0]?.fsPath;
};

const importJudge = async (services: Services): Promise<void> => {
  const studyFolder = await services.study.ready();
  const { remote } = services.app;
  const path = await pickFile(studyFolder, "A judge's answers", ['jsonl', 'ndjson', 'json', 'csv', 'eval']);
  if (path === undefined) return;
  let asked = { studyFolder, path, map: null as string | null };
  let preview = await remote.previewJudge(asked);
  let choice = await show(preview);
  if (choice === 'map') {
    const map = await pickFile(studyFolder, 'How its fields are named', ['yaml', 'yml']);
    if (map === undefined) return;
    asked = { ...asked, map };
    preview = await remote.previewJudge(asked);
    choice = await show(preview);
  }
  if (choice === 'import') await settle(services, preview, (await remote.importJudge(asked)).studyFile);
};

interface Choice extends vscode.QuickPickItem {
  readonly does?: 'import' | 'map';
}

const line = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 160);

const choicesOf = (preview: JudgePreview): readonly Choice[] => [
  { label: `$(check) ${preview.adds === 'entry' ? 'Import' : 'Done'}: ${preview.words}`, does: 'import' },
  { label: '$(list-selection) Choose another map...', description: preview.map ?? 'no map', does: 'map' },
  ...group(
    'First rows',
    preview.rows.map(({ place, subject, said, label, rationale }) => ({
      label: line(`${place}: ${subject}`),
      description: line(`${said} is read as ${label}`),
      detail: line(rationale),
    })),
  ),
  ...group(
    'Contradictions',
    preview.contradictions.map((words) => ({ label: line(words) })),
  ),
  ...group(
    counted(preview.faultCount, 'fault'),
    preview.faults.map((words) => ({ label: line(words) })),
  ),
];

const group = (label: string, choices: readonly Choice[]): readonly Choice[] =>
  choices.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices];

/** Enter on the first line imports; on a row that is only shown nothing is done. */
const show = async (preview: JudgePreview): Promise<Choice['does']> => {
  const options = { title: `Import ${preview.judge}`, placeHolder: 'Enter imports what is shown' };
  return (await vscode.window.showQuickPick<Choice>([...choicesOf(preview)], options))?.does;
};

const outcomes: Readonly<Record<JudgePreview['adds'], string>> = {
  entry: 'Entered into the study file.',
  'as-it-lies': 'There is no study file; judge/ is read as it lies.',
  'stands-there': 'The study has this file already.',
  'nothing-joins': 'Nothing was entered.',
};

const settle = async ({ study }: Services, preview: JudgePreview, studyFile: string | null): Promise<void> => {
  const [first] = preview.faults;
  const words = `${preview.judge}: ${preview.words}. ${outcomes[preview.adds]}`;
  if (first === undefined) void tell(words);
  else void warn(`${words} ${first}${preview.faultCount > 1 ? ` And ${preview.faultCount - 1} more.` : ''}`);
  if (studyFile !== null) await study.refresh();
};
