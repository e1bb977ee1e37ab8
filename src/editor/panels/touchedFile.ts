import * as vscode from 'vscode';
import { repositoryPath } from '../../core/run/trajectory/patchSoFar/repositoryPath';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';

interface At {
  readonly which: number;
  readonly version: number;
  readonly idx: number;
}

const isFile = async (uri: vscode.Uri): Promise<boolean> => {
  try {
    return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.File;
  } catch {
    return false;
  }
};

/** Paths below a folder that a path of the agent's machine may mean: itself, then without its first folders. */
const endings = (path: string): readonly string[] => {
  const clean = repositoryPath(path, null);
  // On Windows a backslash would part folders, and lead out of this one.
  if (clean === null || clean.includes('\\')) return [];
  if (!clean.startsWith('/')) return [clean];
  const parts = clean.slice(1).split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
};

/** The file in a folder of this window; null where none has it. */
const fileHere = async (path: string): Promise<vscode.Uri | null> => {
  for (const { uri } of vscode.workspace.workspaceFolders ?? [])
    for (const ending of endings(path)) {
      const found = vscode.Uri.joinPath(uri, ending);
      if (await isFile(found)) return found;
    }
  return null;
};

const choose = async (files: readonly string[]): Promise<string | null> => {
  if (files.length < 2) return files[0] ?? null;
  return (await vscode.window.showQuickPick([...files], { title: 'Open a File of the Step' })) ?? null;
};

/** Opens a file that the step touched, as it stands in this window; says what to do where no folder here has it. */
export const openTouched = async ({ app }: Services, uri: vscode.Uri, q: At): Promise<void> => {
  const step = await app.remote.trajectoryStep({ path: uri.fsPath, ...q });
  if (!step) return;
  const files = [...new Set([...step.filesTouched, ...step.edits.map(({ path }) => path)])];
  if (files.length === 0) {
    void tell(`Step ${q.idx} names no file that it touched.`);
    return;
  }
  const path = await choose(files);
  if (path === null) return;
  const found = await fileHere(path);
  if (found) await vscode.window.showTextDocument(found, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  else void tell(`${path} is in no folder of this window. Open the instance as a workspace, then press O again.`);
};
