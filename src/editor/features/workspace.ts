import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { TreeHistory } from '../../core/workspace/imageOrigin';
import type { OpenWorkspaceReply } from '../../protocol/openWorkspace';
import { refuseUntrusted } from '../platform/chooseBackend';
import type { Item } from '../platform/currentItem';
import { commands, settings } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { repositoriesSetting, runSettings } from '../platform/settings';

/**
 * Opens an instance as a repository of its own, at the base commit or out of its image; asks before anything
 * uncommitted is touched.
 */
export const workspaceFeature: Feature = (services) => {
  const command = (id: string, withTestPatch: boolean, isImage: boolean) =>
    registerCommand(services.log, id, 'The workspace could not be opened', (argument) =>
      open(services, argument, withTestPatch, isImage),
    );
  return vscode.Disposable.from(
    command(commands.openWorkspace, false, false),
    command(commands.openWorkspaceWithTests, true, false),
    command(commands.openWorkspaceFromImage, false, true),
  );
};

/** What is asked for, beside the instance. */
interface Wish {
  readonly withTestPatch: boolean;
  /** Null: out of the repository. */
  readonly fromImage: TreeHistory | null;
  readonly onExisting: 'tell' | 'open' | 'second';
  readonly repositories: Readonly<Record<string, string>>;
}

const open = async (services: Services, argument: unknown, withTestPatch: boolean, isImage: boolean): Promise<void> => {
  if (await refuseUntrusted()) return;
  const item = await pickInstance(services, argument);
  if (!item) return;
  const fromImage = isImage ? await askHistory(item.instanceId) : null;
  if (isImage && fromImage === null) return;
  const wish: Wish = { withTestPatch, fromImage, onExisting: 'tell', repositories: repositoriesSetting() };
  await openAsWorkspace(services, openingOf(services, item), wish);
};

/** What is to be opened, and the call that makes its folder. */
interface Opening {
  readonly instanceId: string;
  /** Of the progress: `Open x as a workspace`. */
  readonly title: string;
  make(task: string, wish: Wish): Promise<OpenWorkspaceReply>;
}

const openingOf = (services: Services, { datasetPath, instanceId }: Item): Opening => ({
  instanceId,
  title: `Open ${instanceId} as a workspace`,
  make: async (task, { fromImage, ...plain }) => {
    const studyFolder = await services.study.ready();
    const { endpoint, images, imageBudget = 0 } = runSettings();
    const how = { ...plain, imageBudget, ...(fromImage === null ? {} : { fromImage }) };
    return services.app.remote.openWorkspace({ task, studyFolder, datasetPath, instanceId, endpoint, images, ...how });
  },
});

/** Opens what was made in its window; asks where it comes from, and what is to become of work that stands there. */
export const openAsWorkspace = async (services: Services, opening: Opening, wish: Wish): Promise<void> => {
  const folder = await makeWorkspace(services, opening, wish);
  if (folder) await show(folder);
};

const makeWorkspace = async (services: Services, opening: Opening, wish: Wish): Promise<string | null> => {
  const cancel = (task: string) => services.app.remote.cancel({ task });
  const reply = await withProgress(services.progress, opening.title, cancel, (task) => opening.make(task, wish));
  return settle(services, opening, wish, reply);
};

const settle = async (
  services: Services,
  opening: Opening,
  wish: Wish,
  reply: OpenWorkspaceReply,
): Promise<string | null> => {
  if (reply.kind === 'opened') return (await readNotes(services, opening, reply.notes)) ? reply.folder : null;
  if (reply.kind === 'no-source') {
    const source = await askSource(reply.repo, reply.image);
    return source ? makeWorkspace(services, opening, { ...wish, onExisting: 'tell', ...sourceIn(wish, source) }) : null;
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
  return choice === second ? makeWorkspace(services, opening, { ...wish, onExisting: 'second' }) : null;
};

/** What was left out or looks like a leak is read before the window changes; it stays in the log. */
const readNotes = async (services: Services, { instanceId }: Opening, notes: readonly string[]): Promise<boolean> => {
  if (notes.length === 0) return true;
  for (const note of notes) services.log.warn(`${instanceId}: ${note}`);
  const goOn = 'Open Workspace';
  const detail = shownText(notes.join('\n\n'));
  const title = shownText(`The workspace of ${instanceId} is made`);
  return (await vscode.window.showInformationMessage(title, { modal: true, detail }, goOn)) === goOn;
};

type Source = { readonly history: TreeHistory } | { readonly repositories: Readonly<Record<string, string>> };

const sourceIn = ({ repositories }: Wish, source: Source): Partial<Wish> =>
  'history' in source ? { fromImage: source.history } : { repositories: { ...repositories, ...source.repositories } };

const askHistory = async (instanceId: string): Promise<TreeHistory | null> => {
  const scrub = { label: 'Files alone', description: 'one commit of ours, no history', history: 'scrub' as const };
  const keep = {
    label: 'With the history up to base',
    description: "out of the image's repository, nothing later",
    history: 'keep' as const,
  };
  const title = `What of the image of ${shownText(instanceId)}?`;
  return (await vscode.window.showQuickPick([scrub, keep], { title }))?.history ?? null;
};

/** Where the history comes from, asked where neither study nor settings say; kept in the settings when given. */
export const askSource = async (repo: string | null, image: string | null): Promise<Source | null> => {
  if (repo === null && image === null)
    throw new Error('The row names neither a repository nor an image, so there is nothing to open.');
  const ofImage = { label: '$(package) Its image', description: shownText(image ?? ''), source: 'image' as const };
  const clone = { label: '$(folder) A local clone or bundle...', description: '', source: 'pick' as const };
  const address = { label: '$(globe) An address...', description: 'https or ssh', source: 'ask' as const };
  const choices = [...(repo === null ? [] : [clone, address]), ...(image === null ? [] : [ofImage])];
  const title = repo === null ? 'Where are the files?' : `Where is the history of ${shownText(repo)}?`;
  const choice = await vscode.window.showQuickPick(choices, { title });
  if (choice?.source === 'image') return { history: 'scrub' };
  if (!choice || repo === null) return null;
  const picked = choice.source === 'pick' ? await pickClone(repo) : await askAddress(repo);
  if (!picked) return null;
  const configuration = vscode.workspace.getConfiguration(settings.section);
  await configuration.update(
    settings.repositories,
    { ...repositoriesSetting(), [repo]: picked },
    vscode.ConfigurationTarget.Global,
  );
  return { repositories: { [repo]: picked } };
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
