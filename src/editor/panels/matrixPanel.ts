import * as vscode from 'vscode';
import type { MatrixHostApi, MatrixReply, MatrixViewApi, MatrixWish } from '../../protocol/matrixPage';
import { type Remote, RpcConnection } from '../../protocol/rpc';
import { setFocus } from '../platform/currentItem';
import { commands, panels } from '../platform/ids';
import type { Services } from '../platform/services';
import { openCell } from './openCell';
import { channelOf, showPage } from './webviewPage';

const helps = {
  clearFilter: commands.clearFilter,
  openDataset: commands.openDataset,
  openFolder: commands.openFolder,
  evaluate: commands.evaluate,
} as const;

/** The matrix of instances by runs: one editor, made again by VS Code after a reload. */
export class MatrixPanel implements vscode.WebviewPanelSerializer<unknown> {
  private panel: vscode.WebviewPanel | null = null;
  private view: Remote<MatrixViewApi> | null = null;

  constructor(private readonly services: Services) {}

  show(): void {
    if (this.panel) this.panel.reveal();
    else this.fill(vscode.window.createWebviewPanel(panels.matrix, 'Matrix', vscode.ViewColumn.Active));
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.panel?.dispose();
    this.fill(panel);
  }

  press(key: string): void {
    void this.view?.press({ key }).catch(() => null);
  }

  private fill(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    panel.iconPath = new vscode.ThemeIcon('table');
    showPage(panel.webview, this.services.context.extensionUri, 'matrix', 'Matrix');
    const connection = new RpcConnection<MatrixViewApi>(channelOf(panel.webview), this.hostApi());
    this.view = connection.remote;
    // A page that is closed meanwhile needs nothing any more.
    const refresh = () => void connection.remote.changed(undefined).catch(() => null);
    const listening = [
      this.services.explored.onDidChange(refresh),
      panel.onDidChangeViewState(() => {
        if (!panel.active) void setFocus(null);
      }),
    ];
    panel.onDidDispose(() => {
      connection.dispose();
      for (const each of listening) each.dispose();
      if (this.panel === panel) [this.panel, this.view] = [null, null];
      void setFocus(null);
    });
  }

  private hostApi(): MatrixHostApi {
    const { app } = this.services;
    return {
      shape: (wish) => this.shape(wish),
      window: (range) => app.remote.matrixWindow(range),
      open: async ({ what, ...cell }) => {
        await openCell(this.services, what, cell);
        return null;
      },
      compare: async ({ runKey }) => {
        await vscode.commands.executeCommand(commands.compareRuns, { runKey });
        return null;
      },
      help: async ({ what }) => {
        await vscode.commands.executeCommand(helps[what]);
        return null;
      },
      focusChanged: async ({ keys }) => {
        await setFocus(keys ? 'matrix' : null);
        return null;
      },
    };
  }

  private async shape(wish: MatrixWish): Promise<MatrixReply> {
    const { app, explored, study } = this.services;
    try {
      const studyFolder = await study.ready();
      const shape = await app.remote.matrixShape({ ...wish, query: explored.query(studyFolder) });
      return { kind: 'matrix', shape, filter: explored.words() };
    } catch (error) {
      this.services.log.error(`matrix: ${String(error)}`);
      return { kind: 'fault', message: error instanceof Error ? error.message : String(error) };
    }
  }
}
