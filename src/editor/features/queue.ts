import * as vscode from 'vscode';
import { shortId } from '../../core/instance/shortId';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import { type PlacedRow, rowName } from '../../protocol/studyRows';
import { commands, views } from '../platform/ids';
import { registerCommand, showFailure, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { nextWaiting, waitingItems } from '../platform/waitingItems';
import { runLabel } from '../views/instanceNodes';
import { type MoreRow, moreRowItem, Pages } from '../views/pages';

type Node = ({ readonly kind: 'waiting' } & PlacedRow) | MoreRow;

/** The Queue view: what waits for this rater, a page at a time. */
class QueueTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly counted = new vscode.EventEmitter<number>();
  private readonly listening: vscode.Disposable;
  private readonly pages = new Pages(() => this.changed.fire(undefined));
  readonly onDidChangeTreeData = this.changed.event;
  /** How many wait in all, each time that they were asked for. */
  readonly onDidCount = this.counted.event;

  constructor(private readonly services: Services) {
    this.listening = services.study.onDidChange(() => this.changed.fire(undefined));
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return [];
    const { total, rows } = await waitingItems(this.services, this.pages.limit('queue'));
    this.counted.fire(total);
    const waiting = rows.map((row): Node => ({ kind: 'waiting', ...row }));
    return [...waiting, ...this.pages.more('queue', total - rows.length)];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'more') return moreRowItem(node);
    const { row: run, datasetPath } = node;
    const item = new vscode.TreeItem(shownText(shortId(run.instanceId)));
    item.id = `queue:${run.key}:${run.instanceId}`;
    const skipped = this.services.study.skipped.has(rowName(run));
    item.description = skipped ? `${runLabel(run)}, skipped` : runLabel(run);
    item.iconPath = new vscode.ThemeIcon('law');
    item.contextValue = 'prediction';
    item.tooltip = `${run.instanceId}\n${runLabel(run)}`;
    const argument = { datasetPath, instanceId: run.instanceId, run };
    if (datasetPath !== null) item.command = { command: commands.judge, title: 'Judge', arguments: [argument] };
    return item;
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
    this.counted.dispose();
  }
}

export const queueFeature: Feature = (services) => {
  const tree = new QueueTree(services);
  const view = vscode.window.createTreeView(views.queue, { treeDataProvider: tree });
  const say = (waiting: number) => {
    view.description = waiting > 0 ? `${waiting.toLocaleString('en-US')} for you` : '';
    view.badge = waiting > 0 ? { value: waiting, tooltip: `${counted(waiting, 'prediction')} to judge` } : undefined;
  };
  // The badge stands at our icon also where the view was never shown.
  const count = async () => {
    try {
      say((await waitingItems(services, 0)).total);
    } catch (error) {
      void showFailure(services.log, 'The queue could not be counted', error);
    }
  };
  return vscode.Disposable.from(
    tree,
    view,
    tree.onDidCount(say),
    services.study.onDidChange(() => void count()),
    registerCommand(services.log, commands.judgeNext, 'There is no next item', () => judgeNext(services)),
  );
};

const judgeNext = async (services: Services): Promise<void> => {
  const next = await nextWaiting(services);
  if (next) await vscode.commands.executeCommand(commands.judge, next);
  else void tell('The queue is empty: every prediction of this study has your verdict.');
};
