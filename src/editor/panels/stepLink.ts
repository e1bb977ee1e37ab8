import * as vscode from 'vscode';
import type { StepAnchor } from '../../core/run/trajectory/stepAnchor';
import { tellFault, warn } from '../platform/messages';
import type { Services } from '../platform/services';
import { openTrajectoryAt } from './openTrajectoryAt';

interface At {
  readonly which: number;
  readonly version: number;
  readonly idx: number;
}

const authority = 'touchstone.touchstone';

/** A link names a file by its place below the folder that is open, and by its hash; a step by its number and its bytes. */
const linkOf = (path: string, hash: string, which: number, anchor: StepAnchor): string => {
  const query = new URLSearchParams({
    path,
    hash: hash.slice(0, 16),
    ...(which === 0 ? {} : { which: String(which) }),
    step: String(anchor.idx),
    bytes: String(anchor.bytes),
    anchor: anchor.hash,
  });
  return `${vscode.env.uriScheme}://${authority}/trajectory?${query.toString()}`;
};

/** Puts a link to the step on the clipboard. It tells the file's name and no folder of this machine. */
export const copyStepLink = async ({ app }: Services, uri: vscode.Uri, { idx, ...at }: At): Promise<void> => {
  const link = await app.remote.trajectoryLink({ path: uri.fsPath, ...at, idx });
  if (!link) return;
  const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const path = inside ? vscode.workspace.asRelativePath(uri, false) : (uri.path.split('/').at(-1) ?? '');
  await vscode.env.clipboard.writeText(linkOf(path, link.hash, at.which, link.anchor));
  void vscode.window.setStatusBarMessage(`Link to step ${idx} copied`, 3000);
};

const wholeNumber = (text: string | null): number => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0);

const isFile = async (uri: vscode.Uri): Promise<boolean> => {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
};

/** The file below a folder that is open; else one of the same name anywhere in them. No path leaves them. */
const fileOf = async (path: string): Promise<readonly vscode.Uri[]> => {
  const parts = path.split('/');
  if (path === '' || parts.includes('..') || path.includes('\\') || path.startsWith('/')) return [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const found = vscode.Uri.joinPath(uri, path);
    if (await isFile(found)) return [found];
  }
  const name = (parts.at(-1) ?? '').replace(/[*?{}[\]]/g, '?');
  return vscode.workspace.findFiles(`**/${name}`, '**/node_modules/**', 20);
};

/** Opens the step that a link names, where a folder that is open has its file; never runs, writes or fetches anything. */
export const followStepLink = async ({ app }: Services, link: vscode.Uri): Promise<void> => {
  const query = new URLSearchParams(link.query);
  const [hash, which] = [query.get('hash') ?? '', wholeNumber(query.get('which'))];
  const idx = wholeNumber(query.get('step'));
  const anchor = { idx, hash: query.get('anchor') ?? '', bytes: wholeNumber(query.get('bytes')), start: 0 };
  let changed: vscode.Uri | null = null;
  for (const uri of await fileOf(query.get('path') ?? '')) {
    const found = await app.remote.trajectoryLinked({ path: uri.fsPath, which, anchor }).catch(() => null);
    if (found && found.idx > 0) return openTrajectoryAt({ path: uri.fsPath, which }, found.idx);
    if (found && hash !== '' && found.hash.startsWith(hash)) return openTrajectoryAt({ path: uri.fsPath, which }, idx);
    if (found) changed ??= uri;
  }
  if (!changed) {
    void tellFault(
      `That run isn't here. Its file hash is ${hash || 'not in the link'}. Open its folder, then the link.`,
    );
    return;
  }
  void warn(
    `The file has changed since the link was made: no step of it has the bytes of the linked one. Step ${idx} is shown.`,
  );
  await openTrajectoryAt({ path: changed.fsPath, which }, Math.max(1, idx));
};
