import * as vscode from 'vscode';
import type { TableRow } from '../../core/study/trajectoryTable/tableRow';
import { withoutOutcome } from '../../core/study/trajectoryTable/withoutOutcome';
import type { Remote } from '../../protocol/rpc';
import type { TableTarget } from '../../protocol/trajectoryTable';
import type { TrajectoriesHostApi, TrajectoriesViewApi } from '../../protocol/trajectoryTablePage';
import { setFocus } from '../platform/currentItem';
import { commands, panels } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { hiddenNow, onHiding } from './judged';
import { openCell } from './openCell';
import { openTrajectoryAt } from './openTrajectoryAt';
import { SinglePanel } from './singlePanel';

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

  protected override listen(view: Remote<TrajectoriesViewApi>): readonly vscode.Disposable[] {
    const hidden = () => {
      if (this.target) void view.show(this.target).catch(() => null);
    };
    return [onHiding(this.services, hidden), { dispose: () => void this.endTable() }];
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
