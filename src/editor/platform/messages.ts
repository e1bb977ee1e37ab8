import * as vscode from 'vscode';
import { commands } from './ids';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Shows a failure of something the person asked for, with the log one click away. */
export const showFailure = async (log: vscode.LogOutputChannel, what: string, error: unknown): Promise<void> => {
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
