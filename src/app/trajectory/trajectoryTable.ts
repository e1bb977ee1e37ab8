import type { TrajectoryRow } from '../../core/run/trajectory/trajectoryRow';
import type { StudyCatalogue } from '../../core/study/catalogue';
import { instanceRuns } from '../../core/study/instanceRuns';
import { TrajectoryPlacing } from '../../core/study/placeTrajectory';
import { joinPath } from '../../core/study/studyPath';
import { openStudy } from '../openStudy';
import type { CataloguePorts } from '../openStudyRuns';
import { studyAbove } from '../studyAbove';
import { type TrajectoryRowPorts, trajectoryRows } from './trajectoryRows';

/** Which trajectories of a study. */
export type StudyPart =
  | { readonly kind: 'instance'; readonly instanceId: string }
  | { readonly kind: 'run'; readonly runId: string };

/** A study whose trajectories are listed. */
export interface PlacedStudy {
  readonly catalogue: StudyCatalogue;
  readonly placing: TrajectoryPlacing;
}

const nothingSaid = { instanceId: null, runId: null, model: null };

/** Whether a trajectory is of the part, by what is known of it; `open`: where nothing is known. */
const isOf = (
  part: StudyPart,
  { instanceId, runId }: { readonly instanceId: string | null; readonly runId: string | null },
  open: boolean,
): boolean => {
  const known = part.kind === 'instance' ? instanceId : runId;
  return known === null ? open : known === (part.kind === 'instance' ? part.instanceId : part.runId);
};

/**
 * The trajectories of an instance or a run of a study, row by row as they are read. Those whose path does not say where
 * they belong are read as well, and are of the part where their content says so.
 */
export async function* studyTrajectoryRows(
  ports: TrajectoryRowPorts,
  { catalogue, placing }: PlacedStudy,
  part: StudyPart,
  signal?: AbortSignal,
): AsyncGenerator<TrajectoryRow> {
  for (const entry of catalogue.trajectories ?? []) {
    if (!isOf(part, entry, true)) continue;
    for await (const row of trajectoryRows(ports, entry.path, signal))
      if (isOf(part, placing.place(row.path, row.facts ?? nothingSaid), false)) yield row;
  }
}

/** The study whose file stands in the folder or above it, opened; null where there is none. */
export const studyAround = async (ports: CataloguePorts, folder: string): Promise<PlacedStudy | null> => {
  const above = await studyAbove(ports.files, joinPath(folder, 'touchstone.yaml'));
  if (above === null) return null;
  const catalogue = await openStudy(ports, above.folder);
  return { catalogue, placing: new TrajectoryPlacing({ catalogue, rows: instanceRuns(catalogue) }) };
};
