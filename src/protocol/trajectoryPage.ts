import type { RawRef } from '../core/run/trajectory/step';
import type { TextPart } from '../core/run/trajectory/stepTexts';
import type { RawText, ShownStep, TrajectoryShape } from './trajectory';
import type { TrajectoryHeadHostApi } from './trajectoryHeadPage';
import type { TrajectoryListHostApi } from './trajectoryListPage';
import type { TrajectoryReplayHostApi } from './trajectoryReplay';
import type { TrajectoryStatesHostApi } from './trajectoryStates';
import type { TrajectoryStepHostApi } from './trajectoryStepPage';

export type TrajectoryReply =
  | { readonly kind: 'trajectory'; readonly name: string; readonly shape: TrajectoryShape }
  | { readonly kind: 'fault'; readonly name: string; readonly message: string };

/** A trajectory of the editor's file, in one reading of it. */
export interface PageAt {
  readonly which: number;
  readonly version: number;
}

/** What the extension host offers to the page of a trajectory; null: the file was read anew, ask for its shape. */
export type TrajectoryHostApi = TrajectoryHeadHostApi &
  TrajectoryListHostApi &
  TrajectoryReplayHostApi &
  TrajectoryStatesHostApi &
  TrajectoryStepHostApi & {
    shape(q: { readonly which: number }): Promise<TrajectoryReply>;
    step(q: PageAt & { readonly idx: number }): Promise<ShownStep | null>;
    text(
      q: PageAt & { readonly idx: number; readonly part: TextPart; readonly from: number; readonly count: number },
    ): Promise<string | null>;
    raw(q: PageAt & { readonly ref: RawRef; readonly start: number }): Promise<RawText | null>;
    /** The step that somebody wants to see, asked once when the page begins; null: none, it goes on where it was. */
    wanted(none: undefined): Promise<WantedStep | null>;
    /** The file itself in VS Code's text editor. */
    openText(none: undefined): Promise<null>;
    focusChanged(q: { readonly keys: boolean }): Promise<null>;
  };

/** A step of one of the file's trajectories. */
export interface WantedStep {
  readonly which: number;
  readonly idx: number;
}

/** What the page offers to the extension host. */
export type TrajectoryViewApi = {
  /** The file has changed on disk. */
  changed(none: undefined): null;
  /** It was replayed: what is known of that is another. */
  replayed(none: undefined): null;
  /** Other things are hidden than before: a form was opened or closed, a verdict given. */
  hidingChanged(none: undefined): null;
  goTo(step: WantedStep): null;
  /** The study was read anew: what it knows of the file, and of its forks, may be another. */
  studyChanged(none: undefined): null;
  /** Notes were made, changed or deleted. */
  notesChanged(none: undefined): null;
  /** A letter that is bound to the page, as `keys.ts` of the page lists them. */
  press(q: { readonly key: string }): null;
};
