import type { CataloguePorts } from '../app/openStudyRuns';
import { trajectoryPlace, trajectoryPlaceOnDisk } from '../app/trajectory/trajectoryPlace';
import type { Instance } from '../core/instance/instance';
import type { PlacedHead } from '../core/study/placeTrajectory';
import { pathBelow } from '../core/study/studyPath';
import type { TrajectoryPlace } from '../core/study/trajectoryPlace';
import type { TrajectoryRef } from '../protocol/trajectory';
import type { TrajectoryPlaceApi } from '../protocol/trajectoryPlace';
import type { OpenedStudy } from './openedStudy';
import type { TrajectoryReadings } from './trajectoryReadings';

export interface PlaceDesk {
  readonly ports: CataloguePorts;
  readonly study: OpenedStudy;
  readonly readings: TrajectoryReadings;
  readonly readInstance: (datasetPath: string, instanceId: string) => Promise<Instance | null>;
}

/**
 * Where a trajectory of this head belongs: by the study that is open where the file lies in it or in no other, else by
 * the one whose file stands above it.
 */
export const placeOf = async (desk: PlaceDesk, path: string, head: PlacedHead): Promise<TrajectoryPlace> => {
  const { ports, study, readInstance } = desk;
  const { folder } = study;
  if (folder === null) return trajectoryPlaceOnDisk(ports, path, head);
  if (pathBelow(folder, path) === null) {
    const other = await trajectoryPlaceOnDisk(ports, path, head);
    if (other.studyFolder !== null) return other;
  }
  const opened = { catalogue: await study.of(folder), rows: await study.rowsOf(folder) };
  return trajectoryPlace({ files: ports.files, readInstance }, opened, path, head);
};

export const trajectoryPlaceApi = (desk: PlaceDesk): TrajectoryPlaceApi => ({
  trajectoryPlace: async (ref: TrajectoryRef) => {
    const { opened } = await desk.readings.whole(ref, new AbortController().signal);
    return placeOf(desk, ref.path, opened.head);
  },
});
