import * as vscode from 'vscode';
import { fileAmong, filesNamed, pathEndings } from '../../core/run/trajectory/patchSoFar/pathEndings';
import type { ShownStep } from '../../protocol/trajectory';
import type { StepRef } from '../../protocol/trajectoryStates';
import { fileAtStepUri } from '../documents/uris';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { repositoriesSetting } from '../platform/settings';
import { tiedWorkspace } from '../platform/tiedWorkspace';

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

/** The file in one of these folders; null where none has it. */
const fileIn = async (folders: readonly vscode.Uri[], path: string): Promise<vscode.Uri | null> => {
  for (const folder of folders)
    for (const ending of pathEndings(path)) {
      const found = vscode.Uri.joinPath(folder, ending);
      if (await isFile(found)) return found;
    }
  return null;
};

const choose = async (files: readonly string[]): Promise<string | null> => {
  if (files.length < 2) return files[0] ?? null;
  return (await vscode.window.showQuickPick([...files], { title: 'Open a File of the Step' })) ?? null;
};

const workspaceFolders = (): readonly vscode.Uri[] => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);

/** The folder of this window that is the workspace of the trajectory's own instance. */
const ownWorkspace = async (services: Services, { path, which }: StepRef): Promise<readonly vscode.Uri[]> => {
  const tied = await tiedWorkspace(services);
  if (tied === null) return [];
  const { instanceId } = await services.app.remote.trajectoryPlace({ path, which });
  return tied.instanceId === instanceId ? [vscode.Uri.file(tied.folder)] : [];
};

/** The file as the step left it, read-only; a text says why there is none. */
const fileAtStep = async ({ app }: Services, step: StepRef, path: string): Promise<vscode.Uri | string> => {
  const state = await app.remote.stepState(step);
  const file = fileAmong(await app.remote.stepPaths(step))(path);
  if (file !== null && state.source !== 'unknown') return fileAtStepUri(step, file, 'step', state.stamp);
  return state.baseFault ?? (state.source === 'unknown' ? state.why : '');
};

/** Files that the step changed or opened by a tool, else those of the repository that its commands name. */
const filesOf = async ({ app }: Services, step: StepRef, shown: ShownStep): Promise<readonly string[]> => {
  const touched = [...new Set([...shown.filesTouched, ...shown.edits.map(({ path }) => path)])];
  const words = shown.calls.flatMap(({ args }) => args.map(({ value }) => value.text)).join('\n');
  return touched.length > 0 || words === '' ? touched : filesNamed(words, await app.remote.stepPaths(step));
};

/**
 * Opens a file that the step touched: in the instance's own workspace to work on it, else as it stood after the step,
 * else one of its name in this window. Says why where there is none.
 */
export const openTouched = async (services: Services, uri: vscode.Uri, { version, ...at }: At): Promise<void> => {
  const step = { path: uri.fsPath, ...at, repositories: repositoriesSetting() };
  const shown = await services.app.remote.trajectoryStep({ path: uri.fsPath, ...at, version });
  if (!shown) return;
  const files = await filesOf(services, step, shown);
  if (files.length === 0) {
    void tell(`Step ${at.idx} names no file that it touched.`);
    return;
  }
  const path = await choose(files);
  if (path === null) return;
  const own = await fileIn(await ownWorkspace(services, step), path);
  const then = own ?? (await fileAtStep(services, step, path));
  const found = typeof then === 'string' ? await fileIn(workspaceFolders(), path) : then;
  if (found) await vscode.window.showTextDocument(found, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  else
    void tell(`${path} is in no folder of this window, nor among the files after step ${at.idx}. ${then.toString()}`);
};
