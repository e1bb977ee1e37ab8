import * as vscode from 'vscode';
import type { PageAction } from '../../protocol/instancePage';
import { codeUri, instanceRefOf, instanceUri, patchUri, queryOf, textUri } from '../documents/uris';
import { type Act, InstanceEditor } from '../panels/instanceEditor';
import { commands, customEditors } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import { pickAmongAll } from '../platform/pickAmongAll';
import { pickInstance } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';

/** The page of an instance, and its texts as read-only documents. */
export const instanceFeature: Feature = (services) => {
  const editor = new InstanceEditor(services, actOf(services));
  return vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider(customEditors.instance, editor, {
      supportsMultipleEditorsPerDocument: true,
    }),
    services.files.route('instance', async () => new Uint8Array()),
    services.files.route('text', (uri) => readText(services, uri)),
    services.files.route('patch', (uri) => readPatch(services, uri)),
    services.files.route('code', (uri) => readCode(services, uri)),
    registerCommand(services.log, commands.openInstance, 'The instance could not be opened', (argument) =>
      openInstance(services, editor, argument),
    ),
    registerCommand(services.log, commands.openRaw, 'The row could not be opened', () => openRaw(services)),
  );
};

const openInstance = async (services: Services, editor: InstanceEditor, argument: unknown): Promise<void> => {
  // "Open Instance..." of the palette asks which; the one that is open is no answer.
  const item = argument === undefined ? await pickAmongAll(services) : await pickInstance(services, argument);
  if (!item) return;
  services.current.set(item);
  await editor.open(instanceUri(item), item.run?.key ?? null);
};

const openRaw = async (services: Services): Promise<void> => {
  const item = await pickInstance(services, undefined);
  if (item) await vscode.window.showTextDocument(textUri(item, 'row'), { preview: true });
};

const byCommand: Partial<Record<PageAction, string>> = {
  workspace: commands.openWorkspace,
  evaluate: commands.evaluate,
  compare: commands.compare,
  judge: commands.judge,
  judgeInstance: commands.judgeInstance,
  trajectory: commands.openRunTrajectory,
  link: commands.copyLink,
  correctLabel: commands.correctLabel,
  testing: 'workbench.view.testing.focus',
};

const byText: Partial<Record<PageAction, Parameters<typeof textUri>[1]>> = {
  raw: 'row',
  statement: 'statement',
  goldPatch: 'goldPatch',
  testPatch: 'testPatch',
  evalScript: 'evalScript',
};

/** What a button, link or key of the page does: a command on the current item, or one of its texts. */
const actOf =
  (services: Services): Act =>
  async (action, at) => {
    const command = byCommand[action];
    if (command) {
      await vscode.commands.executeCommand(command);
      return;
    }
    if (action === 'run') {
      const { datasetPath, instanceId } = at;
      await vscode.commands.executeCommand(commands.runModel, { datasetPath, instanceId });
      return;
    }
    if (action === 'trajectories') {
      await vscode.commands.executeCommand(commands.showTrajectories, { instanceId: at.instanceId });
      return;
    }
    if (action === 'log') {
      await vscode.commands.executeCommand(commands.openTestOutput, undefined, at.line, at.repeat);
      return;
    }
    const text = byText[action];
    if (text) await vscode.window.showTextDocument(textUri(at, text), { preview: true });
    const run = services.current.value?.run;
    if (action !== 'modelPatch' || !run?.predictionsPath) return;
    const { predictionsPath: path, patchKind, attempt } = run;
    const uri = patchKind === 'code' ? codeUri(at, path, attempt) : patchUri(at, path);
    await vscode.window.showTextDocument(uri, { preview: true });
  };

const readText = async (services: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const ref = instanceRefOf(uri);
  const instance = await services.app.remote.readInstance(ref);
  if (!instance) throw vscode.FileSystemError.FileNotFound(`${ref.datasetPath} has no instance ${ref.instanceId}`);
  const what = queryOf(uri).get('what');
  if (what === 'row') return encode(`${JSON.stringify(instance, null, 2)}\n`);
  if (what === 'statement' || what === 'goldPatch' || what === 'testPatch' || what === 'evalScript')
    return encode(instance[what] ?? '');
  throw vscode.FileSystemError.FileNotFound(uri);
};

const readPatch = async (services: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const patch = await services.app.remote.readPatch({
    ...instanceRefOf(uri),
    predictionsPath: queryOf(uri).get('predictions'),
  });
  return encode(patch ?? '');
};

const readCode = async (services: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const query = queryOf(uri);
  const code = await services.app.remote.readCode({
    ...instanceRefOf(uri),
    predictionsPath: query.get('predictions'),
    attempt: Number(query.get('attempt')),
  });
  return encode(code ?? '');
};

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
