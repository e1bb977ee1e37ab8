import * as vscode from 'vscode';
import type { EvaluationRun, UnfinishedRun } from '../../protocol/evaluationRuns';

/** The evaluations that were started in this window, and those of the study that were found unfinished. */
export class EvaluationRuns implements vscode.Disposable {
  private readonly changing = new vscode.EventEmitter<void>();
  private readonly ending = new vscode.EventEmitter<EvaluationRun>();
  private readonly byId = new Map<string, EvaluationRun>();
  private left: readonly UnfinishedRun[] = [];

  private isHidden = false;

  readonly onDidChange = this.changing.event;
  /** Once for each run, when it has come to its end. */
  readonly onDidEnd = this.ending.event;

  get all(): readonly EvaluationRun[] {
    return this.isHidden ? [] : [...this.byId.values()];
  }

  /** Those that go on. */
  get live(): readonly EvaluationRun[] {
    return this.all.filter(({ end }) => end === null);
  }

  get unfinished(): readonly UnfinishedRun[] {
    return this.isHidden ? [] : this.left;
  }

  set unfinished(runs: readonly UnfinishedRun[]) {
    this.left = runs;
    this.changing.fire();
  }

  /** Runs are named: while somebody judges there are none. */
  hide(isHidden: boolean): void {
    if (this.isHidden === isHidden) return;
    this.isHidden = isHidden;
    this.changing.fire();
  }

  /** What the app says of a run; of one that has ended nothing more is taken. */
  changed(run: EvaluationRun): void {
    const { id } = run.progress;
    if (this.byId.get(id)?.end) return;
    this.byId.set(id, run);
    this.changing.fire();
    if (run.end !== null) this.ending.fire(run);
  }

  /** The app is gone, and with it all that it was doing. */
  lost(): void {
    for (const run of this.live)
      this.changed({
        ...run,
        progress: { ...run.progress, state: 'ended', running: [] },
        end: { kind: 'failed', message: 'The program that ran it has ended. The run can be resumed.' },
      });
  }

  /** Takes the runs that ended out of the list; their results stay in the study. */
  clearEnded(): void {
    for (const run of this.all) if (run.end !== null) this.byId.delete(run.progress.id);
    this.changing.fire();
  }

  dispose(): void {
    this.changing.dispose();
    this.ending.dispose();
  }
}
