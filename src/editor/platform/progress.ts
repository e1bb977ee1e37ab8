import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { EvaluatedItem } from '../../protocol/evaluate';

export interface ProgressReport {
  readonly task: string;
  readonly text: string;
  readonly done?: number;
  readonly total?: number;
  readonly item?: EvaluatedItem;
}

/** Routes the app's progress messages to the call that is waiting for them. */
export class Progress implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<ProgressReport>();
  private nextTask = 1;

  readonly onReport = this.emitter.event;

  newTask(name: string): string {
    return `${name}-${process.pid}-${this.nextTask++}`;
  }

  report(report: ProgressReport): void {
    this.emitter.fire(report);
  }

  dispose(): void {
    this.emitter.dispose();
  }
}

/**
 * Runs `work` under a notification with Cancel; the app's reports for its task move the bar. Cancelling asks the app
 * to stop and lets `work` end by itself, so that nothing is left half made; it then throws a CancellationError. `also`
 * is another button that cancels, such as the Testing view's.
 */
export const withProgress = async <T>(
  progress: Progress,
  title: string,
  cancel: (task: string) => unknown,
  work: (task: string, token: vscode.CancellationToken) => Promise<T>,
  also?: vscode.CancellationToken,
): Promise<T> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: shownText(title), cancellable: true },
    async (bar, token) => {
      const task = progress.newTask('task');
      let done = 0;
      const listening = progress.onReport((report) => {
        if (report.task !== task) return;
        const increment = report.total ? ((report.done ?? 0) - done) * (100 / report.total) : 0;
        done = report.done ?? done;
        bar.report({ message: shownText(report.text), increment });
      });
      const stop = () => cancel(task);
      const cancelling = [token.onCancellationRequested(stop), also?.onCancellationRequested(stop)];
      try {
        return await work(task, token);
      } catch (error) {
        throw token.isCancellationRequested || also?.isCancellationRequested ? new vscode.CancellationError() : error;
      } finally {
        listening.dispose();
        for (const each of cancelling) each?.dispose();
      }
    },
  );
