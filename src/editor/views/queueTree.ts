import * as vscode from 'vscode';
import { shortId } from '../../core/instance/shortId';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import { type QueueId, queueWords } from '../../core/study/queues/queueFacts';
import type { QueueOverview } from '../../protocol/queues';
import { type PlacedRow, rowName } from '../../protocol/studyRows';
import { commands } from '../platform/ids';
import type { Services } from '../platform/services';
import { raterSetting } from '../platform/settings';
import { waitingItems } from '../platform/waitingItems';
import { runLabel } from './instanceNodes';
import { type MoreRow, moreRowItem, Pages } from './pages';

interface QueueNode extends QueueOverview {
  readonly kind: 'queue';
}

type Node = QueueNode | ({ readonly kind: 'waiting'; readonly queue: QueueId } & PlacedRow) | MoreRow;

const queueItem = ({ id, waiting }: QueueNode, isChosen: boolean): vscode.TreeItem => {
  const { title, why } = queueWords[id];
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(title, waiting === 0 ? None : Collapsed);
  item.id = `queue:${id}`;
  item.description = waiting === 0 ? 'empty' : `${waiting.toLocaleString('en-US')} wait`;
  item.tooltip = `${title}: ${why}`;
  item.iconPath = new vscode.ThemeIcon(isChosen ? 'inbox' : 'list-unordered');
  item.contextValue = waiting === 0 ? 'emptyQueue' : 'queue';
  item.accessibilityInformation = {
    label: `${title}, ${counted(waiting, 'item')} waiting${isChosen ? ', chosen' : ''}`,
  };
  return item;
};

/**
 * The Queue view: queues with what waits in them for this rater, a page at a time. While somebody judges, the one that is
 * worked through alone: in which others an item stands would tell of it.
 */
export class QueueTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: vscode.Disposable;
  private readonly pages = new Pages(() => this.changed.fire(undefined));
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly services: Services) {
    const anew = () => this.changed.fire(undefined);
    const { study, queue, judging } = services;
    this.listening = vscode.Disposable.from(
      study.onDidChange(anew),
      queue.onDidChange(anew),
      judging.onDidChange(anew),
    );
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return node.kind === 'queue' ? this.waiting(node.id) : [];
    const { app, study, judging, queue } = this.services;
    if (judging.state !== null) return this.waiting(queue.value.queue);
    if (study.folder === null) return [];
    const all = await app.remote.queues({ studyFolder: study.folder, rater: raterSetting() });
    return all.some(({ waiting }) => waiting > 0) ? all.map((each) => ({ kind: 'queue', ...each })) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'more') return moreRowItem(node);
    if (node.kind === 'queue') return queueItem(node, node.id === this.services.queue.value.queue);
    const { row: run, datasetPath, queue } = node;
    const item = new vscode.TreeItem(shownText(shortId(run.instanceId)));
    item.id = `queue:${queue}:${run.key}:${run.instanceId}`;
    const skipped = this.services.study.skipped.has(rowName(run));
    item.description = skipped ? `${runLabel(run)}, skipped` : runLabel(run);
    item.iconPath = new vscode.ThemeIcon('law');
    item.contextValue = 'prediction';
    item.tooltip = `${run.instanceId}\n${runLabel(run)}`;
    const argument = { datasetPath, instanceId: run.instanceId, run, queue };
    if (datasetPath !== null) item.command = { command: commands.judge, title: 'Judge', arguments: [argument] };
    return item;
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private async waiting(queue: QueueId): Promise<Node[]> {
    const { value } = this.services.queue;
    const choice = queue === value.queue ? value : { queue, mix: 0 };
    const { total, rows } = await waitingItems(this.services, this.pages.limit(queue), null, choice);
    const waiting = rows.map((row): Node => ({ kind: 'waiting', queue, ...row }));
    return [...waiting, ...this.pages.more(queue, total - rows.length)];
  }
}
