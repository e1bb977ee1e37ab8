import * as vscode from 'vscode';
import type { OpenWorkspaceReply } from '../../protocol/app';
import { refuseUntrusted } from '../platform/chooseBackend';
import type { Item } from '../platform/currentItem';
import { commands, settings } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { repositoriesSetting } from '../platform/settings';

/** Opens an instance as a repository of its own at the base commit; asks before anything uncommitted is touched. */
export const workspaceFeature: Feature = (services) =>
  vscode.Disposable.from(
    registerCommand(services.log, commands.openWorkspace, 'The workspace could not be opened', (argument) =>
      open(services, argument, false),
    ),
    registerCommand(services.log, commands.openWorkspaceWithTests, 'The workspace could not be opened', (argument) =>
      open(services, argument, true),
    ),
  );

const open = async (services: Services, argument: unknown, withTestPatch: boolean): Promise<void> => {
  if (await refuseUntrusted()) return;
  const item = await pickInstance(services, argument);
  if (!item) return;
  const folder = await makeWorkspace(services, item, withTestPatch, 'tell', repositoriesSetting());
  if (folder) await show(folder);
};

const makeWorkspace = async (
  services: Services,
  item: Item,
  withTestPatch: boolean,
  onExisting: 'tell' | 'open' | 'second',
  repositories: Readonly<Record<string, string>>,
): Promise<string | null> => {
  const studyFolder = await services.study.ready();
  const { datasetPath, instanceId } = item;
  const cancel = (task: string) => services.app.remote.cancel({ task });
  const reply = await withProgress(services.progress, `Open ${instanceId} as a workspace`, cancel, (task) =>
    services.app.remote.openWorkspace({
      task,
      studyFolder,
      datasetPath,
      instanceId,
      withTestPatch,
      repositories,
      onExisting,
    }),
  );
  return settle(services, item, withTestPatch, repositories, reply);
};

const settle = async (
  services: Services,
  item: Item,
  withTestPatch: boolean,
  repositories: Readonly<Record<string, string>>,
  reply: OpenWorkspaceReply,
): Promise<string | null> => {
  if (reply.kind === 'opened') return reply.folder;
  if (reply.kind === 'no-source') {
    const source = await askSource(reply.repo);
    return source ? makeWorkspace(services, item, withTestPatch, 'tell', { ...repositories, ...source }) : null;
  }
  const asItIs = 'Open It As It Is';
  const second = 'Make a Second One';
  const detail = `${reply.folder} holds work that is not committed. Nothing was changed.`;
  const choice = await vscode.window.showWarningMessage(
    'This instance is open already',
    { modal: true, detail },
    asItIs,
    second,
  );
  if (choice === asItIs) return reply.folder;
  return choice === second ? makeWorkspace(services, item, withTestPatch, 'second', repositories) : null;
};

/** Where the history comes from, asked where neither study nor settings say; kept in the settings when given. */
const askSource = async (repo: string | null): Promise<Readonly<Record<string, string>> | null> => {
  if (repo === null) throw new Error('The row names no repository, so there is no history to open.');
  const clone = { label: '$(folder) A local clone or bundle...', source: 'pick' };
  const address = { label: '$(globe) An address...', description: 'https or ssh', source: 'ask' };
  const choice = await vscode.window.showQuickPick([clone, address], { title: `Where is the history of ${repo}?` });
  if (!choice) return null;
  const picked = choice.source === 'pick' ? await pickClone(repo) : await askAddress(repo);
  if (!picked) return null;
  const configuration = vscode.workspace.getConfiguration(settings.section);
  await configuration.update(
    settings.repositories,
    { ...repositoriesSetting(), [repo]: picked },
    vscode.ConfigurationTarget.Global,
  );
  return { [repo]: picked };
};

const pickClone = async (repo: string): Promise<string | undefined> => {
  const picked = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: true,
    title: `Clone or bundle of ${repo}`,
    openLabel: 'Use This History',
  });
  return picked?.[0]?.fsPath;
};

const askAddress = async (repo: string): Promise<string | undefined> =>
  vscode.window.showInputBox({
    title: `Address of ${repo}`,
    value: `https://github.com/${repo}.git`,
    prompt: 'Only https and ssh are used.',
  });

/** The same window where nothing is open in it, else a new one: a study stays in view beside its workspaces. */
const show = async (folder: string): Promise<void> => {
  const forceNewWindow =
    (vscode.workspace.workspaceFolders?.length ?? 0) > 0 && vscode.env.uiKind === vscode.UIKind.Desktop;
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), {
    forceNewWindow,
    forceReuseWindow: !forceNewWindow,
  });
};
