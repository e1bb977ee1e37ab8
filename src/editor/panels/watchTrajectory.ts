import * as vscode from 'vscode';

/** A name in which nothing stands for something else. */
const literal = (name: string): string => name.replace(/[*?{}[\]]/g, '?');

const patternOf = (uri: vscode.Uri, isFolder: boolean): vscode.RelativePattern => {
  if (isFolder) return new vscode.RelativePattern(uri, '**');
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), literal(name));
};

/** Tells when a trajectory's file grows or is written anew, or any file of a folder that is one. */
export const watchTrajectory = (uri: vscode.Uri, changed: () => void): vscode.Disposable => {
  const watching: vscode.Disposable[] = [];
  let isOver = false;
  const watch = ({ type }: vscode.FileStat): void => {
    if (isOver) return;
    const isFolder = (type & vscode.FileType.Directory) !== 0;
    const watcher = vscode.workspace.createFileSystemWatcher(patternOf(uri, isFolder), !isFolder, false, true);
    watching.push(watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed));
  };
  // What can't be read says so on its page.
  vscode.workspace.fs.stat(uri).then(watch, () => {});
  return new vscode.Disposable(() => {
    isOver = true;
    for (const one of watching) one.dispose();
  });
};
