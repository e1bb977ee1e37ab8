import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import type { StudyOverview } from '../../protocol/studyOverview';
import type { AppClient } from '../platform/appClient';
import { commands } from '../platform/ids';
import type { StudyModel } from '../platform/studyModel';

interface Row {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly command?: vscode.Command;
}

const count = (n: number): string => n.toLocaleString('en-US');

/** Everything that was left out or guessed. */
const leftOut = ({ problemCount, datasets, runs }: StudyOverview): number =>
  [...datasets, ...runs].reduce((sum, { skippedCount }) => sum + skippedCount, problemCount);

/** What is open: the study file, datasets, trajectories, verdicts, what was left out. A flat list, as in a summary. */
export class StudyTree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: vscode.Disposable;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly study: StudyModel,
    private readonly app: AppClient,
  ) {
    this.listening = study.onDidChange(() => this.changed.fire(undefined));
  }

  async getChildren(row?: Row): Promise<Row[]> {
    const { folder } = this.study;
    if (row || folder === null) return [];
    // Answered once the runs are read: what is then known of the study is shown.
    const { judged, of } = await this.app.remote.judged({ studyFolder: folder });
    const { catalogue } = this.study;
    if (!catalogue) return [];
    const { datasets, runs, evaluations, studyFile, studyId, filesLookedAt } = catalogue;
    const instances = datasets.reduce((sum, { count }) => sum + count, 0);
    // While somebody judges the runs are hidden, and how many predictions there are is not.
    const predictions = runs.length === 0 ? of : runs.reduce((sum, run) => sum + run.predictions, 0);
    const inRuns = runs.length === 0 ? '· runs hidden while you judge' : `in ${counted(runs.length, 'run')}`;
    if (instances + predictions + evaluations === 0 && !studyFile) return [];
    const skipped = leftOut(catalogue);
    return [
      this.file(studyFile, studyId),
      {
        label: 'Instances',
        description: `${count(instances)} in ${counted(datasets.length, 'dataset')}`,
        icon: 'database',
      },
      predictions === 0 && evaluations > 0
        ? { label: 'Evaluations', description: `${count(evaluations)} in logs, no predictions file`, icon: 'beaker' }
        : {
            label: 'Predictions',
            description: predictions === 0 ? '0 in 0 runs' : `${count(predictions)} ${inRuns}`,
            icon: 'git-pull-request',
          },
      {
        label: 'Trajectories',
        description: 'what the agents did, step by step',
        icon: 'list-tree',
        command: { command: commands.showTrajectories, title: 'Show Trajectories' },
      },
      ...(await this.judges(folder, catalogue.judges.length)),
      { label: 'Verdicts', description: `${count(judged)} of ${count(predictions)} predictions judged`, icon: 'law' },
      {
        label: 'Files',
        description: `${count(filesLookedAt)} looked at, ${count(skipped)} left out or guessed`,
        icon: skipped > 0 ? 'warning' : 'files',
        command: { command: commands.showSkipped, title: 'Show Skipped' },
      },
    ];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(row.label);
    item.description = row.description;
    item.iconPath = new vscode.ThemeIcon(row.icon);
    if (row.command) item.command = row.command;
    return item;
  }

  /** A row for each judge; that they can't be read leaves the rest of the list as it is. */
  private async judges(folder: string, named: number): Promise<readonly Row[]> {
    const judges = named === 0 ? [] : await this.app.remote.judges({ studyFolder: folder }).catch(() => []);
    return judges.map(({ id, words, hasFaults }) => ({
      label: `Judge ${id}`,
      description: words,
      icon: hasFaults ? 'warning' : 'comment-discussion',
    }));
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private file(path: string | null, id: string): Row {
    if (path === null) return { label: id, description: 'no study file; found by content', icon: 'folder' };
    const command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.file(path)] };
    return { label: path.split(/[\\/]/).at(-1) ?? path, description: id, icon: 'checklist', command };
  }
}
