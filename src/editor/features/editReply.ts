import * as vscode from 'vscode';
import { contextKeys } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import type { ForkPlace } from './forkStep';

const start = 'Fork with This Reply';

/** Replies that are being edited, by the address of their editor, and what is done once they are ready. */
const open = new Map<string, () => void>();

const say = (): void => {
  void vscode.commands.executeCommand('setContext', contextKeys.replies, [...open.keys()]);
};

/** The reply at hand is ready: that of an editor's own button, else of the editor in front. */
export const finishReply = (argument: unknown): void => {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  const finish = uri === undefined ? undefined : open.get(uri.toString());
  if (finish === undefined) void tell('Fork from a step with an edited reply first; then this goes on with it.');
  else finish();
};

/** Resolves when the tab of a document is closed. */
const closing = (uri: vscode.Uri, listening: vscode.Disposable[]): Promise<false> =>
  new Promise((resolve) => {
    const isOurs = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
    listening.push(vscode.window.tabGroups.onDidChangeTabs(({ closed }) => closed.some(isOurs) && resolve(false)));
  });

/** The message goes away by itself, and may be sent away: the key and the editor's button stay. */
const ready = (uri: vscode.Uri, idx: number): Promise<true> =>
  new Promise((resolve) => {
    open.set(uri.toString(), () => resolve(true));
    void tell(`Edit the reply of step ${idx}, then press Ctrl+Enter (⌘Enter). Closing it forks nothing.`, start).then(
      (choice) => choice === start && resolve(true),
    );
  });

/** Opens the step's reply in an editor and waits until the person says that it is done; null: they closed it. */
export const editReply = async ({ app }: Services, { path, which, idx }: ForkPlace): Promise<string | null> => {
  const content = await app.remote.forkReply({ trajectoryPath: path, which, step: idx });
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
  const listening: vscode.Disposable[] = [];
  try {
    const done = Promise.race([ready(document.uri, idx), closing(document.uri, listening)]);
    say();
    if (!(await done)) return null;
    const text = document.getText();
    if (text.trim() !== '') return text;
    void tell('The reply is empty: nothing was forked.');
    return null;
  } finally {
    for (const each of listening) each.dispose();
    open.delete(document.uri.toString());
    say();
  }
};
