import type { AlignedRow } from '../core/run/trajectory/align/alignSteps';
import type { TableRow } from '../core/study/trajectoryTable/tableRow';
import type { ListedStep, TrajectoryRef } from './trajectory';

/** A step as one side of the comparison shows it. */
export type SideStep = Pick<ListedStep, 'idx' | 'role' | 'kind' | 'preview' | 'durationMs' | 'failed' | 'exitCode'>;

/** One of two trajectories: what is known of it as a whole, and its steps, the first at place 0. */
export interface AlignedSide {
  readonly ref: TrajectoryRef;
  readonly row: TableRow;
  readonly steps: readonly SideStep[];
}

/** Two trajectories side by side, as `alignSteps` gives them. */
export interface ShownAlignment {
  readonly a: AlignedSide;
  readonly b: AlignedSide;
  readonly rows: readonly AlignedRow[];
  /** Place in `rows` from which on the files differ; null where the edits are the same. */
  readonly filesDiffer: number | null;
  /** What speaks against comparing them: two instances. */
  readonly notes: readonly string[];
}

/** What the worker offers for two trajectories. A call with `task` can be cancelled. */
export type TrajectoryAlignmentApi = {
  alignTrajectories(q: {
    readonly a: TrajectoryRef;
    readonly b: TrajectoryRef;
    readonly task?: string;
  }): Promise<ShownAlignment>;
};
