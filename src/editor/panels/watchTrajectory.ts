import * as vscode from 'vscode';
import type { Services } from '../platform/services';

/** A name in which nothing stands for something else. */
const literal = (name: string): string => name.replace(/[*?{}[\]]/g, '?');

const patternOf = (uri: vscode.Uri, isFolder: boolean): vscode.RelativePattern => {
  if (isFolder) return new vscode.RelativePattern(uri, '**');
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), literal(name));
};

/** Tells when a trajectory's file grows or is written anew (in its place, or by another that takes its name), or any file of a folder that is one. */
export const watchTrajectory = (uri: vscode.Uri, changed: () => void): vscode.Disposable => {
  const watching: vscode.Disposable[] = [];
  let isOver = false;
  const watch = ({ type }: vscode.FileStat): void => {
    if (isOver) return;
    const isFolder = (type & vscode.FileType.Directory) !== 0;
    const watcher = vscode.workspace.createFileSystemWatcher(patternOf(uri, isFolder), false, false, true);
    watching.push(watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed));
  };
  // What can't be read says so on its page.
  vscode.workspace.fs.stat(uri).then(watch, () => {});
  return new vscode.Disposable(() => {
    isOver = true;
    for (const one of watching) one.dispose();
  });
};

/** Tells when a run of this window has gone a step further in the file: the file system's own word may come late. */
export const followRun = ({ modelRuns }: Services, uri: vscode.Uri, changed: () => void): vscode.Disposable => {
  let last = '';
  return modelRuns.onDidChange(() => {
    const item = modelRuns.all.flatMap(({ items }) => items).find(({ trajectory }) => trajectory === uri.fsPath);
    const now = item === undefined ? last : `${item.state} ${item.calls} ${item.doing}`;
    if (now !== last) changed();
    last = now;
  });
};
