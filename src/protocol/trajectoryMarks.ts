import type { StepAnchor } from '../core/run/trajectory/stepAnchor';
import type { TrajectoryRef } from './trajectory';

type At = TrajectoryRef & { readonly version: number };

/** Anchors of steps by their content. Null: the file was read anew. */
export type TrajectoryMarksApi = {
  trajectoryAnchor(q: At & { readonly idx: number }): Promise<StepAnchor | null>;
  /** The step of each anchor, in their order; 0 where none has its bytes. */
  trajectoryFindAnchors(q: At & { readonly anchors: readonly StepAnchor[] }): Promise<readonly number[] | null>;
};
