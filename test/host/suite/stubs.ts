import * as vscode from 'vscode';

/** Replaces a property of a part of the API while `work` runs; tests share the extension's own `vscode`. */
export const replacing = async <T>(
  target: object,
  name: string,
  value: unknown,
  work: () => PromiseLike<T>,
): Promise<T> => {
  const before = Object.getOwnPropertyDescriptor(target, name);
  if (!before) throw new Error(`The API has no ${name}.`);
  Object.defineProperty(target, name, { configurable: true, enumerable: true, value });
  try {
    return await work();
  } finally {
    Object.defineProperty(target, name, before);
  }
};

/** The window as if its folder was not trusted. */
export const untrusted = <T>(work: () => PromiseLike<T>): Promise<T> =>
  replacing(vscode.workspace, 'isTrusted', false, work);

/** The window as if this folder was the one that is open. */
export const withFolderOpen = <T>(folder: string, work: () => PromiseLike<T>): Promise<T> =>
  replacing(vscode.workspace, 'workspaceFolders', [{ uri: vscode.Uri.file(folder), name: folder, index: 0 }], work);

/** Folders that `vscode.openFolder` was asked to open; it would end the host, so it is not run. */
export const foldersOpened = async (work: () => PromiseLike<unknown>): Promise<readonly string[]> => {
  const opened: string[] = [];
  const { executeCommand } = vscode.commands;
  const instead = (id: string, ...args: readonly unknown[]): Thenable<unknown> => {
    if (id !== 'vscode.openFolder') return executeCommand(id, ...args);
    if (args[0] instanceof vscode.Uri) opened.push(args[0].fsPath);
    return Promise.resolve();
  };
  await replacing(vscode.commands, 'executeCommand', instead, work);
  return opened;
};
