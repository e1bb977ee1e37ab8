import type { HiddenFromRater } from '../core/study/hiddenFromRater';
import type { TrajectoryPlace } from '../core/study/trajectoryPlace';
import type { TrajectoryRef } from './trajectory';

/** The place as it may be told. `hidden`: what isn't; absent where nobody judges. */
export type ToldPlace = TrajectoryPlace & { readonly hidden?: HiddenFromRater };

/** What the worker knows of where a trajectory belongs. */
export type TrajectoryPlaceApi = {
  /** By the study that is open, else by the one whose file stands above the trajectory; fields are null where neither knows. */
  trajectoryPlace(q: TrajectoryRef): Promise<ToldPlace>;
};
