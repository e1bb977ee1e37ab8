import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import { commands } from '../platform/ids';
import type { StudyModel } from '../platform/studyModel';

interface Row {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly command?: vscode.Command;
}

/** What is open: the study file, datasets, verdicts, what was left out. A flat list, as in a summary. */
export class StudyTree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: vscode.Disposable;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly study: StudyModel) {
    this.listening = study.onDidChange(() => this.changed.fire(undefined));
  }

  getChildren(row?: Row): Row[] {
    const { catalogue } = this.study;
    if (row || !catalogue) return [];
    const instances = catalogue.datasets.reduce((sum, { count }) => sum + count, 0);
    const rows = catalogue.runs.flatMap((run) =>
      run.predictions.map(({ instanceId }) => ({ instanceId, runId: run.id })),
    );
    const judged = rows.filter(({ instanceId, runId }) => this.isJudged(instanceId, runId)).length;
    const evaluations = catalogue.evaluations.length;
    if (instances + rows.length + evaluations === 0 && !catalogue.studyFile) return [];
    const skipped =
      catalogue.problems.length +
      catalogue.datasets.reduce((sum, { skippedCount }) => sum + skippedCount, 0) +
      catalogue.runs.reduce((sum, { skipped }) => sum + skipped.length, 0);
    return [
      this.file(catalogue.studyFile, catalogue.studyId),
      {
        label: 'Instances',
        description: `${instances} in ${counted(catalogue.datasets.length, 'dataset')}`,
        icon: 'database',
      },
      rows.length === 0 && evaluations > 0
        ? { label: 'Evaluations', description: `${evaluations} in logs, no predictions file`, icon: 'beaker' }
        : {
            label: 'Predictions',
            description: `${rows.length} in ${counted(catalogue.runs.length, 'run')}`,
            icon: 'git-pull-request',
          },
      { label: 'Verdicts', description: `${judged} of ${rows.length} predictions judged`, icon: 'law' },
      {
        label: 'Files',
        description: `${catalogue.filesLookedAt} looked at, ${skipped} left out or guessed`,
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

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private isJudged(instanceId: string, runId: string): boolean {
    const run = this.study.runsOf(instanceId).find(({ key }) => key === runId);
    return run !== undefined && this.study.verdictsOf(run).length > 0;
  }

  private file(path: string | null, id: string): Row {
    if (path === null) return { label: id, description: 'no study file; found by content', icon: 'folder' };
    const command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.file(path)] };
    return { label: path.split(/[\\/]/).at(-1) ?? path, description: id, icon: 'checklist', command };
  }
}
