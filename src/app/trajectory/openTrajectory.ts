import type { OpenTrajectoryFiles, TrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import { InputFault } from '../../core/shared/problem';
import { type FoundTrajectory, findTrajectories } from './findTrajectories';
import type { PassHead } from './indexPass';
import { TrajectoryReading } from './trajectoryReading';

/** A trajectory whose steps are known by their places; bodies are read by `readStep`. */
export interface OpenedTrajectory extends PassHead {
  readonly path: string;
  readonly files: TrajectoryFiles;
  readonly found: FoundTrajectory;
  /** All that the path holds, this one among them. */
  readonly all: readonly FoundTrajectory[];
  /** By their index, from 1. While the file is still read, it grows. */
  readonly entries: readonly StepEntry[];
}

export interface OpenTrajectoryOptions {
  /** Which of several: its place from 0, or the id of its instance. Without it the first. */
  readonly which?: number | string;
  /** Entries as they become known, in their order; for a first sight before the end is read. */
  readonly onEntries?: (entries: readonly StepEntry[]) => void;
  readonly signal?: AbortSignal;
}

/** Indexes one trajectory in one pass. */
export const indexTrajectory = async (
  path: string,
  files: TrajectoryFiles,
  all: readonly FoundTrajectory[],
  found: FoundTrajectory,
  options: OpenTrajectoryOptions = {},
): Promise<OpenedTrajectory> => {
  const reading = new TrajectoryReading(path, files, all, found, options.onEntries);
  await reading.read(options.signal);
  return reading.opened;
};

const choose = (path: string, all: readonly FoundTrajectory[], which: number | string): FoundTrajectory => {
  const found = typeof which === 'number' ? all[which] : all.find(({ id }) => id === which);
  if (found !== undefined) return found;
  if (all.length === 0)
    throw new InputFault(`${path}: no trajectory of a known format. \`touchstone inspect\` says what it is.`);
  const ids = all.slice(0, 20).map(({ id }, at) => id ?? `number ${at + 1}`);
  const more = all.length > ids.length ? `, and ${all.length - ids.length} more` : '';
  throw new InputFault(`${path}: no trajectory ${JSON.stringify(which)} in it. It holds ${ids.join(', ')}${more}.`);
};

/**
 * Finds a trajectory by its content, to be read by `read` of the reading. Throws InputFault where the path can't be read,
 * is no trajectory, or does not hold the one that is asked for.
 */
export const beginReading = async (
  openFiles: OpenTrajectoryFiles,
  path: string,
  options: OpenTrajectoryOptions = {},
): Promise<TrajectoryReading> => {
  const files = await openFiles(path);
  const all = await findTrajectories(files, options.signal);
  return new TrajectoryReading(path, files, all, choose(path, all, options.which ?? 0), options.onEntries);
};

/** Opens a trajectory: detects its format by content, indexes its steps in one streaming pass. Throws as `beginReading`. */
export const openTrajectory = async (
  openFiles: OpenTrajectoryFiles,
  path: string,
  options: OpenTrajectoryOptions = {},
): Promise<OpenedTrajectory> => {
  const reading = await beginReading(openFiles, path, options);
  await reading.read(options.signal);
  return reading.opened;
};
