import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import { ContainerPty } from '../platform/containerPty';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { tiedWorkspace } from '../platform/tiedWorkspace';

/** A shell in a container of an instance's image, with the files of this window's workspace. */
export const containerTerminalFeature: Feature = (services) =>
  registerCommand(services.log, commands.openContainerTerminal, 'The terminal could not be opened', (argument) =>
    openTerminal(services, argument),
  );

interface Place {
  readonly datasetPath: string;
  readonly instanceId: string;
  /** Null: the image's own files. */
  readonly folder: string | null;
}

const openTerminal = async (services: Services, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const place =
    (argument === undefined ? await tiedWorkspace(services) : null) ?? (await ofInstance(services, argument));
  const backend = place && (await chooseBackend(services));
  if (!place || !backend) return;
  if (backend === 'local') await openLocal(place);
  else openContainer(services, place);
};

const ofInstance = async (services: Services, argument: unknown): Promise<Place | null> => {
  const item = await pickInstance(services, argument);
  return item && { datasetPath: item.datasetPath, instanceId: item.instanceId, folder: null };
};

const openContainer = (services: Services, { datasetPath, instanceId, folder }: Place): void => {
  const { endpoint, images, repositories, imageBudget = 0 } = runSettings();
  const place = { datasetPath, instanceId, folder, endpoint, images, repositories, imageBudget };
  const name = `${shownText(instanceId)} (container)`;
  const iconPath = new vscode.ThemeIcon('package');
  const editor = vscode.window.activeTextEditor;
  // A question or the palette may have given the keyboard back to where it was; who went on to edit keeps it there.
  const onReady = () => vscode.window.activeTextEditor === editor && terminal.show();
  const terminal = vscode.window.createTerminal({ name, iconPath, pty: new ContainerPty(services, place, onReady) });
  terminal.show();
};

const openLocal = async ({ folder, instanceId }: Place): Promise<void> => {
  if (folder === null) {
    const open = 'Open Instance as Workspace';
    const text =
      'There is no container without an engine. Open the instance as a workspace for an ordinary terminal in it.';
    if (await tell(text, open)) await vscode.commands.executeCommand(commands.openWorkspace);
    return;
  }
  const message =
    'No container: the local backend is in use. This is an ordinary terminal in the workspace; what runs here runs as you.';
  vscode.window.createTerminal({ name: shownText(instanceId), cwd: folder, message }).show();
};
