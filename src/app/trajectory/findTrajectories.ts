import { rootFinder, type TrajectoryRoot, trajectoryRoots } from '../../core/run/trajectory/formats/folderTrajectories';
import { detectTrajectory } from '../../core/run/trajectory/formats/registry';
import { reportNames } from '../../core/run/trajectory/reportNames';
import type { TrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { TrajectoryFormat, TrajectoryPart } from '../../core/run/trajectory/trajectoryFormat';
import type { RecordPlace } from '../../core/run/trajectory/trajectoryIndex';
import { withReport } from './withReport';

/** One trajectory of what was opened: its files and, where a file holds several, the record that holds it. */
export interface FoundTrajectory {
  /** Instance, session or sample; null where the file does not say. */
  readonly id: string | null;
  readonly format: TrajectoryFormat;
  readonly version: string | null;
  readonly parts: readonly TrajectoryPart[];
  /** The one record that holds it; null: all records of its parts are its own. */
  readonly within: RecordPlace | null;
  /** Records of the same file that say something of it beside the one that holds it; they are read first. */
  readonly shared?: readonly RecordPlace[];
}

type Detected = Omit<FoundTrajectory, 'id' | 'within' | 'shared'>;

/** Files that begin with a stem and belong to what has that stem, as the format says. */
const belonging = (
  files: TrajectoryFiles,
  stem: string,
  wanted: ((paths: readonly string[]) => readonly TrajectoryPart[]) | undefined,
): readonly TrajectoryPart[] => {
  if (wanted === undefined) return [];
  const rest = files.paths.filter((other) => other.startsWith(stem)).map((other) => other.slice(stem.length));
  const known = new Set(rest);
  return wanted(rest)
    .filter((part) => known.has(part.path))
    .map((part) => ({ ...part, path: stem + part.path }));
};

/** Files beside it, in its folder or in the one that has its name, that belong to it. */
const besideOf = (files: TrajectoryFiles, path: string, format: TrajectoryFormat): readonly TrajectoryPart[] => {
  const stem = path.replace(/\.[^./]*$/, '');
  return [...belonging(files, stem, format.siblings), ...belonging(files, `${stem}/`, format.beside)];
};

/** The report on its own patch that stands in its folder; null where there is none. Of a file only its own is listed. */
const reportOf = (files: TrajectoryFiles, path: string): string | null => {
  if (files.kind === 'file') return files.paths.find((one) => /^(?:[^/]*\.)?report\.json$/.test(one)) ?? null;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const names = reportNames(path.slice(folder.length), folder.split('/').at(-2) ?? null);
  return names.map((name) => folder + name).find((name) => files.paths.includes(name)) ?? null;
};

const detectFile = async (files: TrajectoryFiles, path: string): Promise<Detected | null> => {
  const detected = detectTrajectory(await files.sample(path));
  if (detected === null) return null;
  const { format, version, cut } = detected;
  const parts = [{ path, cut }, ...besideOf(files, path, format)];
  const report = format.split === undefined ? reportOf(files, path) : null;
  if (report === null) return { format, version, parts };
  return { format: withReport(format, report), version, parts: [...parts, { path: report, cut: { kind: 'whole' } }] };
};

/** Records that say something of all trajectories of a file: few by their nature. */
const mostShared = 100;

/** The trajectories that one file holds. */
const split = async (files: TrajectoryFiles, file: Detected, signal?: AbortSignal): Promise<FoundTrajectory[]> => {
  const { format, parts } = file;
  const [part] = parts;
  const found: FoundTrajectory[] = [];
  const shared: RecordPlace[] = [];
  if (format.split === undefined || part === undefined) return found;
  for await (const batch of files.records(part.path, part.cut, signal)) {
    if (batch.kind === 'end') continue;
    for (const record of batch.records) {
      const { instanceId, records, isShared } = format.split(record);
      const place = { ref: record.ref, place: record.place };
      if (isShared === true && shared.length < mostShared) shared.push(place);
      if (records.length > 0) found.push({ ...file, id: instanceId, within: place, shared });
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

const trajectoriesOfRoot = (
  { format, version, trajectories }: TrajectoryRoot,
  known: ReadonlySet<string>,
): readonly FoundTrajectory[] =>
  trajectories.map(({ id, parts }) => ({
    id,
    format,
    version,
    parts: parts.filter(({ path }) => known.has(path)),
    within: null,
  }));

/**
 * What trajectories a file, folder or archive holds, in the order of its paths: folders below it that are trajectories
 * by the names of their files, and all other files one by one. What belongs to another is not told again.
 */
export const findTrajectories = async (
  files: TrajectoryFiles,
  signal?: AbortSignal,
): Promise<readonly FoundTrajectory[]> => {
  const [first] = files.paths;
  if (files.kind === 'file') return first === undefined ? [] : trajectoriesOfFile(files, first, signal);
  const known = new Set(files.paths);
  const roots = trajectoryRoots(files.paths);
  const rootOf = rootFinder(roots);
  if (files.kind === 'archive') return roots.flatMap((root) => trajectoriesOfRoot(root, known));
  const found: FoundTrajectory[] = [];
  const taken = new Set<string>();
  for (const path of files.paths) {
    signal?.throwIfAborted();
    const root = rootOf(path);
    const key = root === null ? path : `${root.root}/`;
    if (taken.has(key)) continue;
    taken.add(key);
    const here = root === null ? await trajectoriesOfFile(files, path, signal) : trajectoriesOfRoot(root, known);
    for (const { parts } of here) for (const part of parts) taken.add(part.path);
    for (const one of here) found.push(one);
  }
  return found;
};
