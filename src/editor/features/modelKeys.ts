import * as vscode from 'vscode';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import { isKeyName } from '../platform/modelKeys';
import type { Feature, Services } from '../platform/services';

/** Keys of models: asked for behind dots, kept in VS Code's secret storage, never shown again. */
export const modelKeysFeature: Feature = (services) =>
  vscode.Disposable.from(
    registerCommand(services.log, commands.setModelKey, 'The key could not be set', (name) => setKey(services, name)),
    registerCommand(services.log, commands.removeModelKey, 'The key could not be removed', () => removeKey(services)),
  );

const other = 'Another Name...';

const nameFault = (text: string): string | null =>
  isKeyName(text) ? null : 'A name as of an environment variable: letters, digits and _.';

/** Names that models ask for, and those that are set; any other can be typed. */
const askName = async ({ app, study, keys }: Services): Promise<string | null> => {
  const studyFolder = study.folder ?? '';
  const { models } = await app.remote.runChoices({ studyFolder }).catch(() => ({ models: [] }));
  const missing = [...new Set(models.flatMap(({ missingKey }) => (missingKey === null ? [] : [missingKey])))];
  const picks = [
    ...missing.map((label) => ({ label, description: 'not set' })),
    ...keys.names.filter((name) => !missing.includes(name)).map((label) => ({ label, description: 'set' })),
    { label: other, description: 'as the models file names it' },
  ];
  const pick = picks.length === 1 ? picks[0] : await vscode.window.showQuickPick(picks, { title: 'Set which key?' });
  if (!pick) return null;
  if (pick.label !== other) return pick.label;
  const placeHolder = 'OPENAI_API_KEY';
  const typed = await vscode.window.showInputBox({ title: 'Name of the key', placeHolder, validateInput: nameFault });
  return typed !== undefined && isKeyName(typed) ? typed : null;
};

/** Asks for one key; true: it was set. */
const setKey = async (services: Services, argument: unknown): Promise<boolean> => {
  const name = typeof argument === 'string' && isKeyName(argument) ? argument : await askName(services);
  if (name === null) return false;
  const key = await vscode.window.showInputBox({
    title: `Key ${name}`,
    prompt: "Kept in VS Code's secret storage; it goes to the model's provider and nowhere else.",
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (/^[\x21-\x7e]*$/.test(text.trim()) ? null : 'A key has no spaces and no other letters.'),
  });
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') return false;
  await services.keys.set(name, trimmed);
  vscode.window.setStatusBarMessage(`Key ${name} is set`, 3000);
  return true;
};

const removeKey = async ({ keys }: Services): Promise<void> => {
  if (keys.names.length === 0) {
    void tell('No key of a model is set.');
    return;
  }
  const name = await vscode.window.showQuickPick([...keys.names], { title: 'Remove which key?' });
  if (name === undefined) return;
  await keys.remove(name);
  vscode.window.setStatusBarMessage(`Key ${name} is removed`, 3000);
};
