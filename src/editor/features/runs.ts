import * as vscode from 'vscode';
import { shortId } from '../../core/instance/shortId';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { EvaluatedAlone, RunOverview } from '../../protocol/studyOverview';
import { commands, views } from '../platform/ids';
import type { Feature, Services } from '../platform/services';
import { runLabel } from '../views/instanceNodes';
import { outcomeIcon } from '../views/outcomeIcon';
import { type MoreRow, moreRowItem, Pages } from '../views/pages';
import { verdictWords } from '../views/verdictWords';

type Node =
  | { readonly kind: 'run'; readonly run: RunOverview }
  | { readonly kind: 'evaluations'; readonly alone: EvaluatedAlone }
  | { readonly kind: 'prediction'; readonly row: InstanceRun }
  | MoreRow;

/** The Runs view: each run with its counts, its predictions below; then what was evaluated without a predictions file. */
class RunTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: vscode.Disposable;
  private readonly pages = new Pages(() => this.changed.fire(undefined));
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly services: Services) {
    this.listening = services.study.onDidChange(() => this.changed.fire(undefined));
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) return this.roots();
    if (node.kind === 'run') return this.rows(node.run.id);
    return node.kind === 'evaluations' ? this.rows(node.alone.key) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'run') return runItem(node.run);
    if (node.kind === 'more') return moreRowItem(node);
    return node.kind === 'evaluations' ? evaluationsItem(node.alone) : this.rowItem(node.row);
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private roots(): Node[] {
    const { runs = [], alone = [] } = this.services.study.catalogue ?? {};
    return [
      ...runs.map((run): Node => ({ kind: 'run', run })),
      ...alone.map((each): Node => ({ kind: 'evaluations', alone: each })),
    ];
  }

  private async rows(key: string): Promise<Node[]> {
    const studyFolder = await this.services.study.ready();
    const count = this.pages.limit(key);
    const { total, rows } = await this.services.app.remote.runRows({ studyFolder, key, from: 0, count });
    const nodes = rows.map((row): Node => ({ kind: 'prediction', row }));
    return [...nodes, ...this.pages.more(key, total - rows.length)];
  }

  private rowItem(row: InstanceRun): vscode.TreeItem {
    const numbered = row.key.endsWith(`#${row.attempt}`) ? ` #${row.attempt}` : '';
    const item = new vscode.TreeItem(shownText(`${shortId(row.instanceId)}${numbered}`));
    item.id = `run:${row.key}:${row.instanceId}`;
    item.iconPath = outcomeIcon(row.outcome);
    const contradicted = row.contradiction ? '⚠ contradicted' : '';
    item.description = [verdictWords(this.services.study.verdictsOf(row)), contradicted].filter(Boolean).join(' · ');
    item.tooltip = row.contradiction ? row.contradiction.words : row.instanceId;
    const log = row.evaluations.some((evaluation) => evaluation.hasLog) ? '.log' : '';
    const trajectory = row.trajectories ? '.trajectory' : '';
    item.contextValue = `${row.kind === 'prediction' ? 'prediction' : 'evaluation'}${log}${trajectory}`;
    item.command = { command: commands.openInstance, title: 'Open Instance', arguments: [{ kind: 'prediction', row }] };
    return item;
  }
}

const contradictedWords = (n: number): string => (n === 0 ? '' : `⚠ ${n.toLocaleString('en-US')} contradicted`);

const leftOut = (n: number): string => (n === 0 ? '' : `${n.toLocaleString('en-US')} left out`);

const runItem = (run: RunOverview): vscode.TreeItem => {
  const item = new vscode.TreeItem(shownText(run.id), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `run:${run.id}`;
  const parts = [run.counts, counted(run.predictions, 'prediction'), leftOut(run.skippedCount)];
  item.description = [...parts, contradictedWords(run.contradicted)].filter(Boolean).join(' · ');
  const model = `model ${run.model ?? 'unknown'}, attempt ${run.attempt}`;
  item.tooltip = `${run.id}: ${item.description}\n${model}, ${counted(run.skippedCount, 'row')} skipped\n${run.path}`;
  item.iconPath = new vscode.ThemeIcon('git-pull-request');
  item.contextValue = 'run';
  return item;
};

const evaluationsItem = ({ key, first, rows, counts, contradicted, sources }: EvaluatedAlone): vscode.TreeItem => {
  const item = new vscode.TreeItem(shownText(runLabel(first)), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `evaluations:${key}`;
  item.description = [counts, counted(rows, 'evaluation'), contradictedWords(contradicted)].filter(Boolean).join(' · ');
  const found = `found in ${sources.join(', ') || 'logs'}; no predictions file here`;
  item.tooltip = `run ${first.runId}, model ${first.model ?? 'unknown'}: ${item.description}\n${found}`;
  item.iconPath = new vscode.ThemeIcon('beaker');
  item.contextValue = 'evaluations';
  return item;
};

export const runsFeature: Feature = (services) => {
  const tree = new RunTree(services);
  return vscode.Disposable.from(
    tree,
    vscode.window.createTreeView(views.runs, { treeDataProvider: tree, showCollapseAll: true, canSelectMany: true }),
  );
};
