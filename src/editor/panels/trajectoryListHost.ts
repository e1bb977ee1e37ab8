import * as vscode from 'vscode';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import { everythingHidden, type HiddenFromRater, nothingHidden } from '../../core/study/hiddenFromRater';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import type { TrajectoryListHostApi } from '../../protocol/trajectoryListPage';
import type { FoundSignals } from '../../protocol/trajectorySignals';
import type { Services } from '../platform/services';
import { trajectoryIcon } from './trajectoryIcon';
import { TrajectoryMarks } from './trajectoryMarks';

type KnownPlace = Pick<TrajectoryPlace, 'outcome'> & { readonly which: number; readonly hidden: HiddenFromRater };

let pages = 0;

/** The list's side of one trajectory page: list, timeline, signals, bookmarks, the tab's icon. */
export class TrajectoryListHost {
  private readonly task = `trajectory-signals-${++pages}`;
  private readonly marks: TrajectoryMarks;
  private head: Trajectory | null = null;
  private which = 0;
  /** As the study around it says; null: not asked yet. */
  private known: KnownPlace | null = null;
  /** What was hidden when the page was told last. */
  private hiding = '';
  private readonly watching: vscode.Disposable;

  /** `hidingChanged`: what the page was told must be told anew. */
  constructor(
    private readonly services: Services,
    private readonly path: string,
    private readonly panel: vscode.WebviewPanel,
    private readonly hidingChanged: () => void,
  ) {
    this.marks = new TrajectoryMarks(services);
    const anew = () => void this.askAnew();
    this.watching = vscode.Disposable.from(services.judging.onDidChange(anew), services.study.onDidChange(anew));
  }

  /** What the page may be told of this head: nothing of the outcome while a verdict on the instance is given. */
  shown(head: Trajectory, which: number): Trajectory {
    [this.head, this.which] = [head, which];
    const hidden = this.hidden();
    this.hiding = JSON.stringify(hidden);
    const told = hidden.tests ? { ...head, resolved: null, scores: [] } : head;
    this.panel.iconPath = trajectoryIcon(told, hidden.tests ? null : (this.place()?.outcome ?? null));
    return told;
  }

  private place(): KnownPlace | null {
    return this.known?.which === this.which ? this.known : null;
  }

  /** Until the app has said what is hidden of it, all is while somebody judges. */
  private hidden(): HiddenFromRater {
    if (this.services.judging.state === null) return nothingHidden;
    return this.place()?.hidden ?? everythingHidden;
  }

  /** A session began or ended, or a verdict may have opened it. */
  private async askAnew(): Promise<void> {
    if (this.known !== null) await this.askPlace(this.which).catch(() => null);
    this.tellAnew();
  }

  private tellAnew(): void {
    if (this.head === null) return;
    const before = this.hiding;
    this.shown(this.head, this.which);
    if (this.hiding !== before) this.hidingChanged();
  }

  dispose(): void {
    this.watching.dispose();
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
      signals: (q) => this.signals(q),
      stopSignals: () => this.stopSignals(),
      marks: (q) => marks.of({ path, ...q }),
      mark: (q) => marks.toggle({ path, ...q }),
      place: (q) => this.askPlace(q.which),
      choose: ({ which, names }) => chooseTrajectory(which, names),
    };
  }

  /** None where they are hidden, also where a form was opened while they were looked for. */
  private async signals(q: Parameters<TrajectoryListHostApi['signals']>[0]): Promise<FoundSignals | null> {
    await this.stopSignals();
    const hidden = this.hidden();
    if (hidden.signals) return null;
    const { path, task } = this;
    const { gold, tests } = hidden;
    const found = await this.services.app.remote.trajectorySignals({ path, ...q, task, hidden: { gold, tests } });
    return JSON.stringify(this.hidden()) === JSON.stringify(hidden) ? found : null;
  }

  private async stopSignals(): Promise<null> {
    await this.services.app.remote.cancel({ task: this.task });
    return null;
  }

  private async askPlace(which: number): ReturnType<TrajectoryListHostApi['place']> {
    const { path, services } = this;
    const place = await services.app.remote.trajectoryPlace({ path, which });
    const { outcome, runId, evaluationFolder } = place;
    if (which !== this.which) return null;
    this.known = { which, outcome, hidden: place.hidden ?? nothingHidden };
    this.tellAnew();
    const hidden = this.hidden();
    const hasOutput = evaluationFolder !== null && !hidden.tests;
    return { outcome: hidden.tests ? null : outcome, runId, hidden, hasOutput };
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
