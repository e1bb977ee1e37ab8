import * as vscode from 'vscode';
import type { EvaluationRuns } from '../platform/evaluationRuns';
import { commands } from '../platform/ids';
import { contextOf, type EvaluationRow, itemRows, runRows } from './evaluationRows';
import { outcomeIcon } from './outcomeIcon';

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

const iconOf = (row: EvaluationRow): vscode.ThemeIcon => {
  if (row.kind === 'run') return runIcon(row);
  if (row.kind === 'ended') return outcomeIcon(row.item.outcome);
  if (row.kind === 'running') return icon('play');
  if (row.kind === 'waiting') return icon('clock');
  return row.kind === 'fault' ? icon('warning', warning) : icon('debug-disconnect', warning);
};

const foldOf = (row: EvaluationRow): vscode.TreeItemCollapsibleState => {
  if (row.kind !== 'run' || itemRows(row.run).length === 0) return vscode.TreeItemCollapsibleState.None;
  return vscode.TreeItemCollapsibleState.Expanded;
};

/** The Evaluations view: each run with its progress, below it what is running and what ended without a verdict. */
export class EvaluationTree implements vscode.TreeDataProvider<EvaluationRow>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly runs: EvaluationRuns) {
    this.listening = runs.onDidChange(() => this.draw());
  }

  getChildren(row?: EvaluationRow): EvaluationRow[] {
    if (!row) return [...runRows(this.runs.all, this.runs.unfinished, Date.now())];
    return row.kind === 'run' ? [...itemRows(row.run)] : [];
  }

  getTreeItem(row: EvaluationRow): vscode.TreeItem {
    const item = new vscode.TreeItem(row.label, foldOf(row));
    item.id = row.key;
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.iconPath = iconOf(row);
    item.contextValue = contextOf(row);
    item.accessibilityInformation = { label: row.spoken };
    if (row.kind === 'ended')
      item.command = { command: commands.openEvaluated, title: 'Open Test Output', arguments: [row] };
    return item;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listening.dispose();
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
