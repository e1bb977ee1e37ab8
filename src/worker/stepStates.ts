import { FilesAtSteps } from '../app/trajectory/filesAtStep';
import type { OpenedTrajectory } from '../app/trajectory/openTrajectory';
import { runStates } from '../app/trajectory/runStates';
import { type StepBase, stepBase } from '../app/trajectory/stepBase';
import type { ReplayStore } from '../core/run/trajectory/replay/replayRecord';
import type { TrajectoryPlace } from '../core/study/trajectoryPlace';
import type { BaseFiles } from '../core/workspace/workspaces';
import type { StepRef } from '../protocol/trajectoryStates';
import type { HashOf } from './trajectoryHashes';
import { type PlaceDesk, placeOf } from './trajectoryPlaceApi';

/** What the files after each step of one reading are told from. */
export interface StepStates {
  readonly opened: OpenedTrajectory;
  readonly place: TrajectoryPlace;
  readonly base: StepBase;
  readonly states: FilesAtSteps;
}

interface Kept {
  readonly key: string;
  readonly states: Promise<StepStates>;
}

/** States by reading, each made once for the repositories that are set and the replay that there is. */
export class StepStatesDesk {
  private readonly kept = new WeakMap<OpenedTrajectory, Kept>();

  constructor(
    private readonly desk: PlaceDesk,
    private readonly baseFiles: BaseFiles,
    private readonly replays: ReplayStore,
    private readonly hashOf: HashOf,
  ) {}

  async of(q: StepRef): Promise<StepStates> {
    const { opened } = await this.desk.readings.whole(q, new AbortController().signal);
    const replay = await this.replays.read(await this.hashOf(opened));
    const key = JSON.stringify([q.repositories, this.desk.study.folder, replay?.startedAt ?? null]);
    const before = this.kept.get(opened);
    if (before?.key === key) return before.states;
    const states = this.make(q, opened, replay);
    this.kept.set(opened, { key, states });
    // What could not be read is tried again.
    states.then(
      ({ base }) => base.kind === 'none' && this.kept.delete(opened),
      () => this.kept.delete(opened),
    );
    return states;
  }

  private async make(
    q: StepRef,
    opened: OpenedTrajectory,
    replay: Awaited<ReturnType<ReplayStore['read']>>,
  ): Promise<StepStates> {
    const place = await placeOf(this.desk, q.path, opened.head);
    const ports = { files: this.desk.ports.files, baseFiles: this.baseFiles };
    const base = await stepBase(ports, place, { explicit: null, repositories: q.repositories });
    const ofRun = await runStates(this.desk.ports.files, () => this.hashOf(opened), opened);
    return { opened, place, base, states: new FilesAtSteps(opened, base, replay, ofRun) };
  }
}
