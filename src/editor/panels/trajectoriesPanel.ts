import * as vscode from 'vscode';
import type { TableTarget } from '../../protocol/trajectoryTable';
import type { TrajectoriesHostApi, TrajectoriesViewApi } from '../../protocol/trajectoryTablePage';
import { setFocus } from '../platform/currentItem';
import { commands, panels } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { openCell } from './openCell';
import { openTrajectoryAt } from './openTrajectoryAt';
import { SinglePanel } from './singlePanel';

const titleOf = (target: TableTarget): string => {
  if (target.kind === 'folder') return target.path.split(/[/\\]/).findLast((part) => part !== '') ?? target.path;
  return target.kind === 'instance' ? target.instanceId : target.runId;
};

/** The table of trajectories of a folder, an instance or a run: one editor; the page keeps whose over a reload. */
export class TrajectoriesPanel extends SinglePanel<TrajectoriesViewApi> {
  private target: TableTarget | null = null;
  private table: Promise<number> | null = null;

  constructor(services: Services) {
    super(services, { type: panels.trajectories, page: 'trajectories', title: 'Trajectories', icon: 'list-tree' });
  }

  show(target: TableTarget): void {
    this.target = target;
    if (this.reveal()) void this.view?.show(target).catch(() => null);
  }

  protected override listen(): readonly vscode.Disposable[] {
    return [{ dispose: () => void this.endTable() }];
  }

  protected override closed(): void {
    this.target = null;
  }

  protected override hostApi(): TrajectoriesHostApi {
    const { services } = this;
    return {
      load: ({ target }) => this.load(target ?? this.target),
      rows: async (q) => {
        const table = this.table && (await this.table.catch(() => -1));
        return table === null ? null : services.app.remote.trajectoryTableRows({ ...q, table });
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
