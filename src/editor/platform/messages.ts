import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import { closedWords } from '../../protocol/judging';
import { commands } from './ids';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Messages of ours. Texts hold ids, paths and words of outside data, and VS Code makes links of `[text](command:...)`
 * in them: so nothing is shown but by these.
 */
export const tell = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  vscode.window.showInformationMessage(shownText(text), ...buttons);

export const warn = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  vscode.window.showWarningMessage(shownText(text), ...buttons);

export const tellFault = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  vscode.window.showErrorMessage(shownText(text), ...buttons);

const secondsInView = 5;

/** Shows a failure of something the person asked for, with the log one click away. What they stopped is no failure. */
export const showFailure = async (log: vscode.LogOutputChannel, what: string, error: unknown): Promise<void> => {
  if (error instanceof vscode.CancellationError) {
    log.info('stopped by Cancel');
    vscode.window.setStatusBarMessage('Touchstone: cancelled', secondsInView * 1000);
    return;
  }
  if (textOf(error) === closedWords) {
    const end = 'End Judging';
    if ((await tell(closedWords, end)) === end) await vscode.commands.executeCommand(commands.endJudging);
    return;
  }
  log.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const choice = await tellFault(`${what}: ${textOf(error)}`, 'Show Log');
  if (choice) await vscode.commands.executeCommand(commands.showLog);
};

/** Registers a command whose failure is shown, never swallowed. */
export const registerCommand = (
  log: vscode.LogOutputChannel,
  id: string,
  what: string,
  run: (...args: readonly unknown[]) => unknown,
): vscode.Disposable =>
  vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
    try {
      return await run(...args);
    } catch (error) {
      void showFailure(log, what, error);
      return undefined;
    }
  });
