import * as vscode from 'vscode';
import type { EvaluationRuns } from '../platform/evaluationRuns';
import { commands } from '../platform/ids';
import type { ModelRuns } from '../platform/modelRuns';
import { contextOf, type EvaluationRow, itemRows, runRows } from './evaluationRows';
import { type ModelRunRow, modelContextOf, modelGroup, modelItemRows, modelRunRows } from './modelRunRows';
import { outcomeIcon } from './outcomeIcon';

type Row = EvaluationRow | ModelRunRow;

/** How often the tree is drawn at the most; more often it could not be read. */
const drawEveryMs = 250;

const icon = (id: string, color?: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));

const warning = 'editorWarning.foreground';

const runIcon = (row: EvaluationRow & { readonly kind: 'run' }): vscode.ThemeIcon => {
  const { end, progress } = row.run;
  if (end?.kind === 'failed') return icon('warning', warning);
  if (end?.kind === 'cancelled') return icon('circle-slash');
  if (end !== null) return icon('beaker');
  return progress.state === 'paused' ? icon('debug-pause') : icon('sync');
};

const modelIcon = (row: ModelRunRow): vscode.ThemeIcon => {
  if (row.kind === 'modelRuns') return icon('hubot');
  if (row.kind === 'modelFault') return icon('warning', warning);
  if (row.kind === 'modelUnfinished') return icon('debug-disconnect', warning);
  if (row.kind === 'modelItem') return modelItemIcon(row);
  const { end } = row.modelRun;
  if (end === null) return icon('sync');
  if (end.kind === 'failed') return icon('warning', warning);
  return icon(end.kind === 'stopped' ? 'circle-slash' : 'pass');
};

const modelItemIcon = ({ item }: ModelRunRow & { readonly kind: 'modelItem' }): vscode.ThemeIcon => {
  if (item.state === 'waiting') return icon('clock');
  if (item.state === 'running') return icon('play');
  if (item.fault !== null) return icon('warning', warning);
  return icon(item.status === 'submitted' ? 'git-commit' : 'circle-slash');
};

const isModelRow = (row: Row): row is ModelRunRow => row.kind.startsWith('model');

const iconOf = (row: Row): vscode.ThemeIcon => {
  if (isModelRow(row)) return modelIcon(row);
  if (row.kind === 'run') return runIcon(row);
  if (row.kind === 'ended') return outcomeIcon(row.item.outcome);
  if (row.kind === 'running') return icon('play');
  if (row.kind === 'waiting') return icon('clock');
  return row.kind === 'fault' ? icon('warning', warning) : icon('debug-disconnect', warning);
};

const hasRows = (row: Row): boolean => {
  if (row.kind === 'run') return itemRows(row.run).length > 0;
  if (row.kind === 'modelRun') return modelItemRows(row.modelRun).length > 0;
  return row.kind === 'modelRuns';
};

const openCommand = (row: Row): vscode.Command | undefined => {
  if (row.kind === 'ended') return { command: commands.openEvaluated, title: 'Open Test Output', arguments: [row] };
  if (row.kind !== 'modelItem' || row.item.trajectory === null) return undefined;
  return { command: commands.openModelRunTrajectory, title: 'Open Trajectory', arguments: [row] };
};

/** The Evaluations view: runs of models as a group, then each evaluation; below each what runs and what ended badly. */
export class EvaluationTree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: readonly vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly runs: EvaluationRuns,
    private readonly models: ModelRuns,
  ) {
    this.listening = [runs.onDidChange(() => this.draw()), models.onDidChange(() => this.draw())];
  }

  getChildren(row?: Row): Row[] {
    const { all, unfinished } = this.models;
    if (!row) return [...modelGroup(all, unfinished), ...runRows(this.runs.all, this.runs.unfinished, Date.now())];
    if (row.kind === 'modelRuns') return [...modelRunRows(all, unfinished, Date.now())];
    if (row.kind === 'modelRun') return [...modelItemRows(row.modelRun)];
    return row.kind === 'run' ? [...itemRows(row.run)] : [];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, hasRows(row) ? Expanded : None);
    item.id = row.key;
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.iconPath = iconOf(row);
    item.contextValue = isModelRow(row) ? modelContextOf(row) : contextOf(row);
    item.accessibilityInformation = { label: row.spoken };
    const command = openCommand(row);
    if (command) item.command = command;
    return item;
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const one of this.listening) one.dispose();
    this.changed.dispose();
  }

  /** What changes within one moment is drawn at once. */
  private draw(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed.fire(undefined);
    }, drawEveryMs);
  }
}
