import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import { followStepLink } from '../panels/stepLink';
import { commands } from '../platform/ids';
import { registerCommand, tellFault } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';

const extensionId = 'touchstone.touchstone';

/** A run is named by the hash of its patch, so that a link tells no model and still finds it after a rename. */
const linkOf = (instanceId: string, patchHash: string | null): string => {
  const query = new URLSearchParams({ id: instanceId, ...(patchHash ? { patch: patchHash.slice(0, 16) } : {}) });
  return `${vscode.env.uriScheme}://${extensionId}/instance?${query.toString()}`;
};

/** Links to an instance or one of its rows; "Open Link..." takes a pasted one where the system opens none. */
export const linksFeature: Feature = (services) =>
  vscode.Disposable.from(
    vscode.window.registerUriHandler({ handleUri: (uri) => follow(services, uri) }),
    registerCommand(services.log, commands.copyLink, 'The link could not be copied', (argument) =>
      copyLink(services, argument),
    ),
    registerCommand(services.log, commands.openLink, 'The link could not be opened', () => openLink(services)),
  );

const copyLink = async (services: Services, argument: unknown): Promise<void> => {
  const item = await pickInstance(services, argument);
  if (!item) return;
  await vscode.env.clipboard.writeText(linkOf(item.instanceId, item.run?.patchHash ?? null));
  void vscode.window.setStatusBarMessage(`Link to ${shownText(item.instanceId)} copied`, 3000);
};

const openLink = async (services: Services): Promise<void> => {
  const text = await vscode.window.showInputBox({ title: 'Open Link', placeHolder: linkOf('owner__name-1', null) });
  if (text) await follow(services, vscode.Uri.parse(text.trim()));
};

/** Opens what a link names, if the open study has it; a link never runs, writes or fetches anything. */
const follow = async (services: Services, uri: vscode.Uri): Promise<void> => {
  const query = new URLSearchParams(uri.query);
  const id = query.get('id') ?? '';
  if (uri.authority.toLowerCase() === extensionId && uri.path === '/trajectory') return followStepLink(services, uri);
  if (uri.authority.toLowerCase() !== extensionId || uri.path !== '/instance' || id === '') {
    void tellFault('That is no link to an instance or a step of Touchstone.');
    return;
  }
  await services.study.ready();
  const datasetPath = await services.study.locate(id);
  if (datasetPath === null) {
    void tellFault(`${id} isn't in the study that is open here. Open its folder, then the link again.`);
    return;
  }
  const patch = query.get('patch');
  const rows = await services.study.runsOf(id);
  const run = rows.find(({ patchHash }) => patch !== null && patchHash?.startsWith(patch)) ?? null;
  await vscode.commands.executeCommand(commands.openInstance, { datasetPath, instanceId: id, run });
};
