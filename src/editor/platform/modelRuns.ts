import * as vscode from 'vscode';
import type { ModelRun, ModelRunsApi } from '../../protocol/modelRuns';

export type UnfinishedModelRun = Awaited<ReturnType<ModelRunsApi['unfinishedModelRuns']>>[number];

/** The runs of models that were started in this window, and those of the study that were found unfinished. */
export class ModelRuns implements vscode.Disposable {
  private readonly changing = new vscode.EventEmitter<void>();
  private readonly ending = new vscode.EventEmitter<ModelRun>();
  private readonly byId = new Map<string, ModelRun>();
  private left: readonly UnfinishedModelRun[] = [];

  private isHidden = false;

  readonly onDidChange = this.changing.event;
  /** Each time a run has come to its end; one that is run once more ends once more. */
  readonly onDidEnd = this.ending.event;

  get all(): readonly ModelRun[] {
    return this.isHidden ? [] : [...this.byId.values()];
  }

  /** Those that go on. */
  get live(): readonly ModelRun[] {
    return this.all.filter(({ end }) => end === null);
  }

  get unfinished(): readonly UnfinishedModelRun[] {
    return this.isHidden ? [] : this.left;
  }

  set unfinished(runs: readonly UnfinishedModelRun[]) {
    this.left = runs;
    this.changing.fire();
  }

  /** Runs are named: while somebody judges there are none. */
  hide(isHidden: boolean): void {
    if (this.isHidden === isHidden) return;
    this.isHidden = isHidden;
    this.changing.fire();
  }

  /** What the app says of a run. */
  changed(run: ModelRun): void {
    const had = this.byId.get(run.id);
    this.byId.set(run.id, run);
    this.changing.fire();
    if (run.end !== null && had?.end == null) this.ending.fire(run);
  }

  /** The app is gone, and with it all that it was doing. */
  lost(): void {
    const message = 'The program that ran it has ended. The run can be resumed.';
    for (const run of this.live) this.changed({ ...run, end: { kind: 'failed', message } });
  }

  /** Takes the runs that ended out of the list; their results stay in the study. */
  clearEnded(): void {
    for (const run of this.all) if (run.end !== null) this.byId.delete(run.id);
    this.changing.fire();
  }

  dispose(): void {
    this.changing.dispose();
    this.ending.dispose();
  }
}
