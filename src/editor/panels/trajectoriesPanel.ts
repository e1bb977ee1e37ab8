import * as vscode from 'vscode';
import type { TableRow } from '../../core/study/trajectoryTable/tableRow';
import { withoutOutcome } from '../../core/study/trajectoryTable/withoutOutcome';
import { type Remote, RpcConnection } from '../../protocol/rpc';
import type { TableTarget } from '../../protocol/trajectoryTable';
import type { TrajectoriesHostApi, TrajectoriesViewApi } from '../../protocol/trajectoryTablePage';
import { setFocus } from '../platform/currentItem';
import { commands, panels } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { hiddenNow, onHiding } from './judged';
import { openCell } from './openCell';
import { openTrajectoryAt } from './openTrajectoryAt';
import { channelOf, showPage } from './webviewPage';

const titleOf = (target: TableTarget): string => {
  if (target.kind === 'folder') return target.path.split(/[/\\]/).findLast((part) => part !== '') ?? target.path;
  return target.kind === 'instance' ? target.instanceId : target.runId;
};

/** The row as it may be told; one that names no instance may be of the one that is judged. */
export const toldRow = (services: Services, row: TableRow): TableRow => {
  const names = [row.instanceId, row.facts?.instanceId];
  const isOf = (judged: string): boolean => row.instanceId === null || names.includes(judged);
  return hiddenNow(services, isOf).tests ? withoutOutcome(row) : row;
};

/** The table of trajectories of a folder, an instance or a run: one editor; the page keeps whose over a reload. */
export class TrajectoriesPanel implements vscode.WebviewPanelSerializer<unknown> {
  private panel: vscode.WebviewPanel | null = null;
  private view: Remote<TrajectoriesViewApi> | null = null;
  private target: TableTarget | null = null;
  private table: Promise<number> | null = null;

  constructor(private readonly services: Services) {}

  show(target: TableTarget): void {
    this.target = target;
    if (this.panel) {
      this.panel.reveal();
      void this.view?.show(target).catch(() => null);
    } else this.fill(vscode.window.createWebviewPanel(panels.trajectories, 'Trajectories', vscode.ViewColumn.Active));
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
    panel.iconPath = new vscode.ThemeIcon('list-tree');
    showPage(panel.webview, this.services.context.extensionUri, 'trajectories', 'Trajectories');
    const connection = new RpcConnection<TrajectoriesViewApi>(channelOf(panel.webview), this.hostApi());
    this.view = connection.remote;
    const focusing = panel.onDidChangeViewState(() => {
      if (!panel.active) void setFocus(null);
    });
    const hiding = onHiding(this.services, () => {
      if (this.target) void this.view?.show(this.target).catch(() => null);
    });
    panel.onDidDispose(() => {
      connection.dispose();
      focusing.dispose();
      hiding.dispose();
      void this.endTable();
      if (this.panel === panel) [this.panel, this.view, this.target] = [null, null, null];
      void setFocus(null);
    });
  }

  private hostApi(): TrajectoriesHostApi {
    const { services } = this;
    return {
      load: ({ target }) => this.load(target ?? this.target),
      rows: async (q) => {
        const table = this.table && (await this.table.catch(() => -1));
        const found = table === null ? null : await services.app.remote.trajectoryTableRows({ ...q, table });
        return found && { ...found, rows: found.rows.map((row) => toldRow(services, row)) };
      },
      open: async ({ what, path, which }) => {
        if (what === 'trajectory') await openTrajectoryAt({ path, which });
        else await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(path), 'default');
        return null;
      },
      openInstance: async ({ instanceId }) => {
        const { datasetPath } = await services.study.rowsOf(instanceId);
        if (datasetPath === null) void tell(`${instanceId} is in no dataset that is open here.`);
        else await openCell(services, 'instance', { datasetPath, instanceId, runKey: null });
        return null;
      },
      compare: async (pair) => {
        await vscode.commands.executeCommand(commands.compareTrajectories, pair);
        return null;
      },
      choose: async () => {
        await vscode.commands.executeCommand(commands.showTrajectories, 'choose');
        return null;
      },
      focusChanged: async ({ keys }) => {
        await setFocus(keys ? 'trajectories' : null);
        return null;
      },
    };
  }

  private async load(target: TableTarget | null): Promise<TableTarget | null> {
    if (target === null) return null;
    this.target = target;
    if (this.panel) this.panel.title = `Trajectories: ${titleOf(target)}`;
    await this.endTable();
    this.table = this.services.app.remote.trajectoryTable(target);
    await this.table;
    return target;
  }

  private async endTable(): Promise<void> {
    const table = await this.table?.catch(() => null);
    this.table = null;
    if (typeof table === 'number') await this.services.app.remote.trajectoryTableEnd({ table }).catch(() => null);
  }
}
