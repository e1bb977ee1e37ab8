import { detectTrajectory, trajectoryFormats } from '../../core/run/trajectory/formats/registry';
import type { TrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { TrajectoryFormat, TrajectoryPart } from '../../core/run/trajectory/trajectoryFormat';
import type { RecordPlace } from '../../core/run/trajectory/trajectoryIndex';

/** One trajectory of what was opened: its files and, where a file holds several, the record that holds it. */
export interface FoundTrajectory {
  /** Instance, session or sample; null where the file does not say. */
  readonly id: string | null;
  readonly format: TrajectoryFormat;
  readonly version: string | null;
  readonly parts: readonly TrajectoryPart[];
  /** The one record that holds it; null: all records of its parts are its own. */
  readonly within: RecordPlace | null;
}

type Detected = Omit<FoundTrajectory, 'id' | 'within'>;

/** Files in the folder beside that belong to it, as the format says. */
const besideOf = (files: TrajectoryFiles, path: string, format: TrajectoryFormat): readonly TrajectoryPart[] => {
  if (format.beside === undefined) return [];
  const stem = `${path.replace(/\.[^./]*$/, '')}/`;
  const below = files.paths.filter((other) => other.startsWith(stem)).map((other) => other.slice(stem.length));
  const known = new Set(below);
  return format
    .beside(below)
    .filter((part) => known.has(part.path))
    .map((part) => ({ ...part, path: stem + part.path }));
};

const detectFile = async (files: TrajectoryFiles, path: string): Promise<Detected | null> => {
  const detected = detectTrajectory(await files.sample(path));
  if (detected === null) return null;
  const { format, version, cut } = detected;
  return { format, version, parts: [{ path, cut }, ...besideOf(files, path, format)] };
};

/** The trajectories that one file holds. */
const split = async (files: TrajectoryFiles, file: Detected, signal?: AbortSignal): Promise<FoundTrajectory[]> => {
  const { format, parts } = file;
  const [part] = parts;
  const found: FoundTrajectory[] = [];
  if (format.split === undefined || part === undefined) return found;
  for await (const batch of files.records(part.path, part.cut, signal)) {
    if (batch.kind === 'end') continue;
    for (const record of batch.records) {
      const { instanceId, records } = format.split(record);
      if (records.length === 0) continue;
      found.push({ ...file, id: instanceId, within: { ref: record.ref, place: record.place } });
    }
  }
  return found;
};

/** The trajectories of one file; empty where it is none. A format that could hold several and finds none holds one. */
const trajectoriesOfFile = async (
  files: TrajectoryFiles,
  path: string,
  signal?: AbortSignal,
): Promise<readonly FoundTrajectory[]> => {
  const file = await detectFile(files, path);
  if (file === null) return [];
  const several = await split(files, file, signal);
  return several.length > 0 ? several : [{ ...file, id: null, within: null }];
};

/** The trajectories that a folder or archive with these paths is as a whole; empty where it is none. */
export const trajectoriesOfFolder = (paths: readonly string[]): readonly FoundTrajectory[] => {
  const known = new Set(paths);
  for (const format of trajectoryFormats) {
    const folder = format.folder?.(paths) ?? null;
    if (folder === null) continue;
    return folder.trajectories.map(({ id, parts }) => ({
      id,
      format,
      version: folder.version,
      parts: parts.filter(({ path }) => known.has(path)),
      within: null,
    }));
  }
  return [];
};

/**
 * What trajectories a file, folder or archive holds. A folder that is none itself is looked through file by file; what
 * belongs to another file there is not told again.
 */
export const findTrajectories = async (
  files: TrajectoryFiles,
  signal?: AbortSignal,
): Promise<readonly FoundTrajectory[]> => {
  const [first] = files.paths;
  if (files.kind === 'file') return first === undefined ? [] : trajectoriesOfFile(files, first, signal);
  const whole = trajectoriesOfFolder(files.paths);
  if (whole.length > 0 || files.kind === 'archive') return whole;
  const found: FoundTrajectory[] = [];
  const taken = new Set<string>();
  for (const path of files.paths) {
    signal?.throwIfAborted();
    if (taken.has(path)) continue;
    const ofFile = await trajectoriesOfFile(files, path, signal);
    for (const { parts } of ofFile) for (const part of parts) taken.add(part.path);
    found.push(...ofFile);
  }
  return found;
};
