import * as vscode from 'vscode';
import { outcomeCounts } from '../../core/evaluation/outcomeWords';
import { shortId } from '../../core/instance/shortId';
import { counted } from '../../core/shared/counted';
import type { RunEntry } from '../../core/study/catalogue';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { commands, views } from '../platform/ids';
import type { Feature } from '../platform/services';
import type { StudyModel } from '../platform/studyModel';
import { runLabel } from '../views/instanceNodes';
import { outcomeIcon } from '../views/outcomeIcon';
import { verdictWords } from '../views/verdictWords';

type Node =
  | { readonly kind: 'run'; readonly run: RunEntry }
  | { readonly kind: 'evaluations'; readonly rows: readonly InstanceRun[] }
  | { readonly kind: 'prediction'; readonly row: InstanceRun };

/** The Runs view: each run with its counts, its predictions below; then what was evaluated without a predictions file. */
class RunTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: vscode.Disposable;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly study: StudyModel) {
    this.listening = study.onDidChange(() => this.changed.fire(undefined));
  }

  getChildren(node?: Node): Node[] {
    if (!node) return this.roots();
    if (node.kind === 'prediction') return [];
    return (node.kind === 'run' ? this.rows(node.run) : node.rows).map((row) => ({ kind: 'prediction', row }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'run') return this.runItem(node.run);
    return node.kind === 'evaluations' ? evaluationsItem(node.rows) : this.rowItem(node.row);
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private roots(): Node[] {
    const runs = (this.study.catalogue?.runs ?? []).map((run) => ({ kind: 'run' as const, run }));
    return [...runs, ...this.study.evaluationRuns().map((rows) => ({ kind: 'evaluations' as const, rows }))];
  }

  private rows(run: RunEntry): InstanceRun[] {
    const ids = new Set(run.predictions.map(({ instanceId }) => instanceId));
    return [...ids].flatMap((instanceId) =>
      this.study.runsOf(instanceId).filter((row) => row.runId === run.id && row.predictionsPath === run.path),
    );
  }

  private runItem(run: RunEntry): vscode.TreeItem {
    const item = new vscode.TreeItem(run.id, vscode.TreeItemCollapsibleState.Collapsed);
    item.id = `run:${run.id}`;
    const counts = outcomeCounts(this.rows(run).map(({ outcome }) => outcome));
    const contradicted = contradictedWords(this.rows(run));
    item.description = [counted(run.predictions.length, 'prediction'), counts, leftOut(run), contradicted]
      .filter(Boolean)
      .join(' · ');
    item.tooltip = `${run.path}\nmodel ${run.model ?? 'unknown'}, attempt ${run.attempt}, ${counted(run.skipped.length, 'row')} skipped`;
    item.iconPath = new vscode.ThemeIcon('git-pull-request');
    item.contextValue = 'run';
    return item;
  }

  private rowItem(row: InstanceRun): vscode.TreeItem {
    const numbered = row.key.endsWith(`#${row.attempt}`) ? ` #${row.attempt}` : '';
    const item = new vscode.TreeItem(`${shortId(row.instanceId)}${numbered}`);
    item.id = `run:${row.key}:${row.instanceId}`;
    item.iconPath = outcomeIcon(row.outcome);
    const contradicted = row.contradiction ? '⚠ contradicted' : '';
    item.description = [verdictWords(this.study.verdictsOf(row)), contradicted].filter(Boolean).join(' · ');
    if (row.contradiction) item.tooltip = row.contradiction.words;
    const log = row.evaluations.some((evaluation) => evaluation.hasLog) ? '.log' : '';
    item.contextValue = `${row.kind === 'prediction' ? 'prediction' : 'evaluation'}${log}`;
    item.command = { command: commands.openInstance, title: 'Open Instance', arguments: [{ kind: 'prediction', row }] };
    return item;
  }
}

const leftOut = ({ skipped }: RunEntry): string => (skipped.length === 0 ? '' : `${skipped.length} left out`);

const contradictedWords = (rows: readonly InstanceRun[]): string => {
  const n = rows.filter((row) => row.contradiction !== undefined).length;
  return n === 0 ? '' : `⚠ ${n} contradicted`;
};

const evaluationsItem = (rows: readonly InstanceRun[]): vscode.TreeItem => {
  const first = rows[0];
  const item = new vscode.TreeItem(first ? runLabel(first) : '', vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `evaluations:${first?.key}`;
  const counts = outcomeCounts(rows.map(({ outcome }) => outcome));
  item.description = [counted(rows.length, 'evaluation'), counts, contradictedWords(rows)].filter(Boolean).join(' · ');
  const sources = [...new Set(rows.flatMap((row) => row.evaluations[0]?.source?.format ?? []))].join(', ');
  item.tooltip = `run ${first?.runId}, model ${first?.model ?? 'unknown'}\nfound in ${sources || 'logs'}; no predictions file here`;
  item.iconPath = new vscode.ThemeIcon('beaker');
  item.contextValue = 'evaluations';
  return item;
};

export const runsFeature: Feature = ({ study }) => {
  const tree = new RunTree(study);
  return vscode.Disposable.from(
    tree,
    vscode.window.createTreeView(views.runs, { treeDataProvider: tree, showCollapseAll: true, canSelectMany: true }),
  );
};
