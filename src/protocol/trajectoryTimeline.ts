import type { Timeline } from '../core/run/trajectory/timeline/timeline';
import type { TrajectoryRef } from './trajectory';

export type TrajectoryTimelineApi = {
  /** Bars for lanes of `width` pixels, however many steps there are. Null: the file was read anew. */
  trajectoryTimeline(q: TrajectoryRef & { readonly version: number; readonly width: number }): Promise<Timeline | null>;
};
