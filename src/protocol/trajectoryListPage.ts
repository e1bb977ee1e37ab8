import type { Outcome } from '../core/evaluation/outcome';
import type { Timeline } from '../core/run/trajectory/timeline/timeline';
import type { HiddenFromRater } from '../core/study/hiddenFromRater';
import type { Filtered, ListMove, ListPlace, ListRows, ListShape } from './trajectoryList';
import type { FoundSignals } from './trajectorySignals';

interface At {
  readonly which: number;
  readonly version: number;
}

/** What the study around a trajectory knows of it, as far as the page shows it. Null: not known. */
export interface ShownPlace {
  readonly outcome: Outcome | null;
  /** What is not told while a verdict on the instance is given. */
  readonly hidden: HiddenFromRater;
  readonly runId: string | null;
  /** Whether the outcome's test output is at hand and may be seen. */
  readonly hasOutput: boolean;
}

/** What the extension host offers to the list's side of a trajectory's page; null: the file was read anew. */
export type TrajectoryListHostApi = {
  list(q: At & Filtered): Promise<ListShape | null>;
  listRows(q: At & Filtered & { readonly from: number; readonly count: number }): Promise<ListRows | null>;
  listMove(q: At & Filtered & { readonly idx: number; readonly move: ListMove }): Promise<ListPlace | null>;
  timeline(q: At & { readonly width: number }): Promise<Timeline | null>;
  /** Reads every step; a second call, and the end of the page, stop the one before. */
  signals(q: At): Promise<FoundSignals | null>;
  stopSignals(none: undefined): Promise<null>;
  /** The steps with a bookmark, in order. */
  marks(q: At): Promise<readonly number[] | null>;
  /** Sets or removes the bookmark of a step; the answer as `marks`. */
  mark(q: At & { readonly idx: number }): Promise<readonly number[] | null>;
  place(q: { readonly which: number }): Promise<ShownPlace | null>;
  /** Asks for one of the file's trajectories; null where none was chosen. */
  choose(q: { readonly which: number; readonly names: readonly string[] }): Promise<number | null>;
};
