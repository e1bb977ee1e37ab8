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

/** A list that is made by parts: answered when it is shown, closed where nothing of it is wanted. */
const answeredList = ({ pick }: Answers) => {
  const accepts: (() => void)[] = [];
  const hides: (() => void)[] = [];
  const list = {
    items: [] as readonly unknown[],
    ...{ selectedItems: [] as readonly unknown[], activeItems: [] as readonly unknown[] },
    onDidAccept: (handler: () => void) => accepts.push(handler),
    onDidHide: (handler: () => void) => hides.push(handler),
    onDidTriggerButton: () => undefined,
    show: () => {
      const found = list.items.find((item) => pick !== undefined && labelOf(item).startsWith(pick));
      list.selectedItems = found === undefined ? [] : [found];
      list.activeItems = list.selectedItems;
      if (found !== undefined) for (const accept of accepts) accept();
      list.hide();
    },
    hide: () => {
      for (const hide of hides.splice(0)) hide();
    },
    dispose: () => undefined,
  };
  return list;
};

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
  const { showOpenDialog, showQuickPick, showInputBox, createQuickPick } = vscode.window;
  const kept = {
    showInformationMessage,
    showWarningMessage,
    showErrorMessage,
    showOpenDialog,
    showQuickPick,
    showInputBox,
    createQuickPick,
  };
  Object.assign(vscode.window, {
    ...{ showInformationMessage: message, showWarningMessage: message, showErrorMessage: message },
    showOpenDialog: async () => answers.files,
    showInputBox: async () => answers.input,
    createQuickPick: () => answeredList(answers),
    showQuickPick: async (items: readonly unknown[] | PromiseLike<readonly unknown[]>, options?: unknown) => {
      const found = (await items).find((item) => answers.pick !== undefined && labelOf(item).startsWith(answers.pick));
      const many = (options as vscode.QuickPickOptions | undefined)?.canPickMany === true;
      return many && found !== undefined ? [found] : found;
    },
  });
  try {
    await work();
    return shown;
  } finally {
    Object.assign(vscode.window, kept);
  }
};
