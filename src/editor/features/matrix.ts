import * as vscode from 'vscode';
import { MatrixPanel } from '../panels/matrixPanel';
import { commands, panels } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature } from '../platform/services';

/** The matrix of instances by runs, as an editor that outlives a reload. */
export const matrixFeature: Feature = (services) => {
  const panel = new MatrixPanel(services);
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(panels.matrix, panel),
    registerCommand(services.log, commands.showMatrix, 'The matrix could not be opened', () => panel.show()),
    registerCommand(services.log, commands.matrixPress, 'The key could not be sent', (key) => panel.press(String(key))),
  );
};
