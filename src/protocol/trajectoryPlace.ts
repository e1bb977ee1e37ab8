import type { TrajectoryPlace } from '../core/study/trajectoryPlace';
import type { TrajectoryRef } from './trajectory';

/** What the worker knows of where a trajectory belongs. */
export type TrajectoryPlaceApi = {
  /** By the study that is open, else by the one whose file stands above the trajectory; fields are null where neither knows. */
  trajectoryPlace(q: TrajectoryRef): Promise<TrajectoryPlace>;
};
