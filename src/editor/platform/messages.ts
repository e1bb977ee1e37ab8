import * as vscode from 'vscode';
import { commands } from './ids';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const secondsInView = 5;

/** Shows a failure of something the person asked for, with the log one click away. What they stopped is no failure. */
export const showFailure = async (log: vscode.LogOutputChannel, what: string, error: unknown): Promise<void> => {
  if (error instanceof vscode.CancellationError) {
    log.info('stopped by Cancel');
    vscode.window.setStatusBarMessage('Touchstone: cancelled', secondsInView * 1000);
    return;
  }
  log.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const choice = await vscode.window.showErrorMessage(`${what}: ${textOf(error)}`, 'Show Log');
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
