import * as vscode from 'vscode';

/** What a person would answer. A dialog that is shown without an answer here is dismissed. */
export interface Answers {
  /** Title of the button of a message. */
  readonly button?: string;
  /** What a file dialog returns. */
  readonly files?: readonly vscode.Uri[];
  /** Start of the label of a quick pick's row. */
  readonly pick?: string;
  readonly input?: string;
}

const titleOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'title' in item ? item.title : item;

const labelOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'label' in item ? String(item.label) : String(item);

/**
 * Answers dialogs while `work` runs, and returns the messages that were shown. In tests VS Code refuses modal messages
 * ("refused to show dialog in tests") and leaves file dialogs and quick picks open for ever, so their functions are
 * replaced; the tests lie inside the extension's folder and hence share its `vscode`.
 */
export const answering = async (answers: Answers, work: () => PromiseLike<unknown>): Promise<readonly string[]> => {
  const shown: string[] = [];
  const message = async (text: string, ...items: readonly unknown[]) => {
    shown.push(text);
    return items.find((item) => answers.button !== undefined && titleOf(item) === answers.button);
  };
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const { showOpenDialog, showQuickPick, showInputBox } = vscode.window;
  const kept = {
    showInformationMessage,
    showWarningMessage,
    showErrorMessage,
    showOpenDialog,
    showQuickPick,
    showInputBox,
  };
  Object.assign(vscode.window, {
    ...{ showInformationMessage: message, showWarningMessage: message, showErrorMessage: message },
    showOpenDialog: async () => answers.files,
    showInputBox: async () => answers.input,
    showQuickPick: async (items: readonly unknown[] | PromiseLike<readonly unknown[]>) =>
      (await items).find((item) => answers.pick !== undefined && labelOf(item).startsWith(answers.pick)),
  });
  try {
    await work();
    return shown;
  } finally {
    Object.assign(vscode.window, kept);
  }
};
