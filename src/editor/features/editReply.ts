import * as vscode from 'vscode';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import type { ForkPlace } from './forkStep';

const start = 'Fork with This Reply';

/** Opens the step's reply in an editor and waits until the person says that it is done; null: they turned away. */
export const editReply = async ({ app }: Services, { path, which, idx }: ForkPlace): Promise<string | null> => {
  const content = await app.remote.forkReply({ trajectoryPath: path, which, step: idx });
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
  const closed = new Promise<undefined>((resolve) => {
    const listening = vscode.window.tabGroups.onDidChangeTabs(({ closed: tabs }) => {
      const isOurs = tabs.some(
        ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString(),
      );
      if (!isOurs) return;
      listening.dispose();
      resolve(undefined);
    });
  });
  const said = tell(`Edit the reply of step ${idx}, then go on.`, start);
  const choice = await Promise.race([said, closed]);
  if (choice !== start) return null;
  const text = document.getText();
  return text.trim() === '' ? null : text;
};
