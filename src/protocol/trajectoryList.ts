import type { RowMove } from '../core/run/trajectory/list/listRows';
import type { RecordedFigures } from '../core/run/trajectory/list/recordedFigures';
import type { SoughtStep } from '../core/run/trajectory/list/soughtStep';
import type { StepCounts, StepFilter } from '../core/run/trajectory/list/stepFilter';
import type { ListedStep, TrajectoryRef } from './trajectory';

/** The list of steps under a filter. */
export interface ListShape {
  /** Rows: steps that pass, and where they show the replies that were lost before them. */
  readonly rows: number;
  /** Of the filter's agent; `agents` of all. */
  readonly counts: StepCounts;
  /** Of the whole trajectory. */
  readonly figures: RecordedFigures;
}

export type ListRow =
  | { readonly kind: 'step'; readonly step: ListedStep }
  /** Replies of the model that were lost, or asked for again, before step `idx`. */
  | { readonly kind: 'lost'; readonly idx: number; readonly count: number; readonly text: string };

export type ListMove =
  | RowMove
  /** The next step of that kind among those that the filter shows, not the step itself. */
  | { readonly kind: 'seek'; readonly what: SoughtStep; readonly back: boolean };

/** A step and its row from 0; `idx` 0: no step is there. */
export interface ListPlace {
  readonly idx: number;
  readonly row: number;
}

export interface ListRows {
  /** Of the first, from 0. */
  readonly from: number;
  readonly rows: readonly ListRow[];
}

export interface Filtered {
  readonly filter: StepFilter;
}

type At = TrajectoryRef & Filtered & { readonly version: number };

/** The list of a trajectory's steps under a filter. Null: the file was read anew, ask for its shape. */
export type TrajectoryListApi = {
  trajectoryList(q: At): Promise<ListShape | null>;
  trajectoryListRows(q: At & { readonly from: number; readonly count: number }): Promise<ListRows | null>;
  trajectoryListMove(q: At & { readonly idx: number; readonly move: ListMove }): Promise<ListPlace | null>;
};
