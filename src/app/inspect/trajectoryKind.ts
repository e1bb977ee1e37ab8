import type { OpenTrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import { InputFault } from '../../core/shared/problem';
import { findTrajectories } from '../trajectory/findTrajectories';
import { indexTrajectory } from '../trajectory/openTrajectory';
import { type Inspection, inspectionOf } from './inspection';

/** Formats that say little: a file of one of these may be a trajectory. */
const vague: ReadonlySet<string | null> = new Set([null, 'trajectory', 'zip-archive', 'markdown']);

/** So many trajectories of one file are read to their ends for the number of their steps; of more only they are counted. */
const mostCounted = 50;

const ofTrajectories = async (open: OpenTrajectoryFiles, path: string, signal?: AbortSignal) => {
  const files = await open(path);
  const all = await findTrajectories(files, signal);
  const [first] = all;
  if (first === undefined) return null;
  const warnings: string[] = [];
  let steps = 0;
  for (const found of all.slice(0, mostCounted)) {
    const opened = await indexTrajectory(path, files, all, found, signal ? { signal } : {});
    steps += opened.entries.length;
    warnings.push(...opened.warnings);
  }
  const counts = { trajectories: all.length, ...(all.length <= mostCounted ? { steps } : {}) };
  return inspectionOf(path, { format: first.format.name, version: first.version, counts, warnings });
};

/** The inspection of a file, with its trajectories where it is not known as anything else. */
export const withTrajectories = async (
  open: OpenTrajectoryFiles,
  found: Inspection,
  signal?: AbortSignal,
): Promise<Inspection> => {
  if (!vague.has(found.format)) return found;
  try {
    return (await ofTrajectories(open, found.path, signal)) ?? found;
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return found;
  }
};
