import * as vscode from 'vscode';
import { sideOfUri } from '../documents/uris';

const tries = 20;
const lookAgainMs = 10;

const until = async (isDone: () => boolean): Promise<boolean> => {
  for (let i = 0; i < tries && !isDone(); i++) await new Promise((done) => setTimeout(done, lookAgainMs));
  return isDone();
};

const activePath = (): string | null => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri ? (sideOfUri(uri)?.path ?? null) : null;
};

/** Puts the cursor behind all changes of a file, or before them: the next change is then another file's. */
const leave = (path: string, by: 1 | -1): void => {
  for (const editor of vscode.window.visibleTextEditors)
    if (sideOfUri(editor.document.uri)?.path === path) {
      const line = by > 0 ? editor.document.lineCount - 1 : 0;
      editor.selection = new vscode.Selection(line, 0, line, 0);
    }
};

const step = async (by: 1 | -1): Promise<boolean> => {
  const before = activePath();
  if (before !== null) leave(before, by);
  await vscode.commands.executeCommand(`multiDiffEditor.goTo${by > 0 ? 'Next' : 'Previous'}Change`);
  return until(() => activePath() !== before);
};

/**
 * Goes file by file to one of the multi-diff in front, with the keyboard. No interface names a file in it: what is
 * scrolled away is no editor, and VS Code's own next change is the one way there. False where that doesn't lead there.
 */
export const walkToFile = async (paths: readonly string[], path: string): Promise<boolean> => {
  const target = paths.indexOf(path);
  for (let i = 0; i <= paths.length; i++) {
    const at = activePath();
    if (at === path) return true;
    const here = at === null ? -1 : paths.indexOf(at);
    if (target < 0 || !(await step(here < target ? 1 : -1))) return false;
  }
  return false;
};
