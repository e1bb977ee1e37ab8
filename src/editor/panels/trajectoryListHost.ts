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
  /** As the study around it says; null: not known yet. */
  private instanceId: string | null = null;

  constructor(
    private readonly services: Services,
    private readonly path: string,
    private readonly panel: vscode.WebviewPanel,
  ) {
    this.marks = new TrajectoryMarks(services);
  }

  /** What the page may be told of this head: nothing of the outcome while a verdict on the instance is given. */
  shown(head: Trajectory): Trajectory {
    this.head = head;
    const isHidden = this.isBlind();
    const told = isHidden ? { ...head, resolved: null, scores: [] } : head;
    this.panel.iconPath = trajectoryIcon(told, isHidden ? null : this.outcome);
    return told;
  }

  private isBlind(): boolean {
    return isJudging(this.services, this.instanceId ?? this.head?.instanceId ?? null);
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
        const hidden = { gold: this.isBlind(), tests: this.isBlind() };
        return remote.trajectorySignals({ path, ...q, task: this.task, hidden });
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
    const { outcome, runId, instanceId } = await services.app.remote.trajectoryPlace({ path, which });
    this.outcome = outcome;
    this.instanceId = instanceId;
    if (this.head !== null) this.shown(this.head);
    const isHidden = this.isBlind();
    return { outcome: isHidden ? null : outcome, runId, isHidden };
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
