import * as vscode from 'vscode';
import { shortId } from '../../core/instance/shortId';
import { counted } from '../../core/shared/counted';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { commands, views } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import type { StudyModel } from '../platform/studyModel';
import { nameOf, waitingItems } from '../platform/waitingItems';
import { runLabel } from '../views/instanceNodes';

/** The Queue view: what waits for this rater. */
class QueueTree implements vscode.TreeDataProvider<InstanceRun>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: vscode.Disposable;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly study: StudyModel) {
    this.listening = study.onDidChange(() => this.changed.fire(undefined));
  }

  getChildren(run?: InstanceRun): InstanceRun[] {
    return run ? [] : waitingItems(this.study);
  }

  getTreeItem(run: InstanceRun): vscode.TreeItem {
    const item = new vscode.TreeItem(shortId(run.instanceId));
    item.id = `queue:${run.key}:${run.instanceId}`;
    const skipped = this.study.skipped.has(nameOf(run));
    item.description = skipped ? `${runLabel(run)}, skipped` : runLabel(run);
    item.iconPath = new vscode.ThemeIcon('law');
    item.contextValue = 'prediction';
    const found = this.study.find(run.instanceId);
    if (found)
      item.command = {
        command: commands.judge,
        title: 'Judge',
        arguments: [{ datasetPath: found.dataset.path, instanceId: run.instanceId, run }],
      };
    return item;
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }
}

export const queueFeature: Feature = (services) => {
  const tree = new QueueTree(services.study);
  const view = vscode.window.createTreeView(views.queue, { treeDataProvider: tree });
  const count = () => {
    const waiting = waitingItems(services.study).length;
    view.description = waiting > 0 ? `${waiting} for you` : '';
    view.badge = waiting > 0 ? { value: waiting, tooltip: `${counted(waiting, 'prediction')} to judge` } : undefined;
  };
  return vscode.Disposable.from(
    tree,
    view,
    services.study.onDidChange(count),
    registerCommand(services.log, commands.judgeNext, 'There is no next item', () => judgeNext(services)),
  );
};

const judgeNext = async (services: Services): Promise<void> => {
  const run = waitingItems(services.study)[0];
  const found = run && services.study.find(run.instanceId);
  if (!run || !found) {
    void vscode.window.showInformationMessage('The queue is empty: every prediction of this study has your verdict.');
    return;
  }
  await vscode.commands.executeCommand(commands.judge, {
    datasetPath: found.dataset.path,
    instanceId: run.instanceId,
    run,
  });
};
