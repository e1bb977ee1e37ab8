import * as vscode from 'vscode';
import type { Outcome } from '../../core/evaluation/outcome';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import type { TrajectoryListHostApi } from '../../protocol/trajectoryListPage';
import type { Services } from '../platform/services';
import { isJudging } from './judged';
import { trajectoryIcon } from './trajectoryIcon';
import { TrajectoryMarks } from './trajectoryMarks';

let pages = 0;

/** The list's side of one trajectory page: list, timeline, signals, bookmarks, the tab's icon. */
export class TrajectoryListHost {
  private readonly task = `trajectory-signals-${++pages}`;
  private readonly marks: TrajectoryMarks;
  private head: Trajectory | null = null;
  private outcome: Outcome | null = null;

  constructor(
    private readonly services: Services,
    private readonly path: string,
    private readonly panel: vscode.WebviewPanel,
  ) {
    this.marks = new TrajectoryMarks(services);
  }

  /** The page has been told of this head. */
  shown(head: Trajectory): void {
    this.head = head;
    this.panel.iconPath = trajectoryIcon(head, this.outcome);
  }

  dispose(): void {
    void this.stopSignals();
  }

  api(): TrajectoryListHostApi {
    const { path, marks } = this;
    const { remote } = this.services.app;
    return {
      list: (q) => remote.trajectoryList({ path, ...q }),
      listRows: (q) => remote.trajectoryListRows({ path, ...q }),
      listMove: (q) => remote.trajectoryListMove({ path, ...q }),
      timeline: (q) => remote.trajectoryTimeline({ path, ...q }),
      signals: async (q) => {
        await this.stopSignals();
        const blind = isJudging(this.services, this.head?.instanceId ?? null);
        return remote.trajectorySignals({ path, ...q, task: this.task, blind });
      },
      stopSignals: () => this.stopSignals(),
      marks: (q) => marks.of({ path, ...q }),
      mark: (q) => marks.toggle({ path, ...q }),
      place: (q) => this.place(q.which),
      choose: ({ which, names }) => chooseTrajectory(which, names),
    };
  }

  private async stopSignals(): Promise<null> {
    await this.services.app.remote.cancel({ task: this.task });
    return null;
  }

  private async place(which: number): ReturnType<TrajectoryListHostApi['place']> {
    const { path, services } = this;
    const { outcome, runId } = await services.app.remote.trajectoryPlace({ path, which });
    this.outcome = outcome;
    if (this.head !== null) this.shown(this.head);
    return { outcome, runId };
  }
}

const chooseTrajectory = async (which: number, names: readonly string[]): Promise<number | null> => {
  const items = names.map((label, at) => ({ label, description: at === which ? 'shown' : `number ${at + 1}`, at }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: `Trajectories of This File (${names.length.toLocaleString('en-US')})`,
    placeHolder: 'Type an instance or a number',
    matchOnDescription: true,
  });
  return chosen?.at ?? null;
};
