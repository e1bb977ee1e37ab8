import type { OpenTrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import { findTrajectories } from '../trajectory/findTrajectories';
import { indexTrajectory } from '../trajectory/openTrajectory';
import { type Inspection, inspectionOf } from './inspection';

/** So many trajectories of one path are read to their ends for the number of their steps; of more only they are counted. */
const mostCounted = 50;

/** What a path holds, if trajectories, and the other files (below its folder) of which these are made. */
export interface TrajectoryKind {
  readonly inspection: Inspection;
  /** Name of the format. */
  readonly format: string;
  /** As the files name them, with `/`. */
  readonly parts: readonly string[];
}

/** The trajectories of a file or folder; null where it holds none. Throws InputFault where it can't be read. */
export const trajectoryKindOf = async (
  open: OpenTrajectoryFiles,
  path: string,
  signal?: AbortSignal,
): Promise<TrajectoryKind | null> => {
  const files = await open(path);
  const all = await findTrajectories(files, signal);
  const [first] = all;
  if (first === undefined) return null;
  const warnings: string[] = [];
  let steps = 0;
  let version: string | null = null;
  for (const found of all.slice(0, mostCounted)) {
    const opened = await indexTrajectory(path, files, all, found, signal ? { signal } : {});
    steps += opened.entries.length;
    version ??= opened.head.version;
    warnings.push(...opened.warnings);
  }
  const counts = { trajectories: all.length, ...(all.length <= mostCounted ? { steps } : {}) };
  const format = first.format.name;
  return {
    inspection: inspectionOf(path, { format, version: version ?? first.version, counts, warnings }),
    format,
    parts: all.flatMap(({ parts }) => parts.map((part) => part.path)),
  };
};
