import type { FilePort, FolderEntry } from '../core/shared/files';
import type { RunEntry, StudyCatalogue, TrajectoryEntry } from '../core/study/catalogue';
import { instanceRuns } from '../core/study/instanceRuns';
import { folderOfRun, TrajectoryPlacing } from '../core/study/placeTrajectory';
import { joinPath } from '../core/study/studyPath';
import { passedOver } from './openStudyNames';
import { trajectoryUnits } from './trajectory/trajectoryUnits';

/** Paths of one folder that are listed at most, and folders beside each other that are looked into. */
const mostPaths = 20_000;
const mostFolders = 5_000;
const deepest = 5;

/** Folders that hold nothing but trajectories, by the names that scaffolds and people give them. */
const folderNames = /^(?:trajectories|trajectory|trajs|traj)$/i;
/** In them: what a trajectory may be written in. */
const mayBe = /\.(?:traj|jsonl?|eval|zst|md)$/i;
/** Elsewhere: names that say it. */
const namedSo = /(?:\.traj(?:\.json)?|\.eval|(?:^|[._-])trajectory\.jsonl?)$/i;

const isPassedOver = (name: string): boolean => passedOver.has(name) && !folderNames.test(name);

/** Paths of the files of a folder and those in it, below it. */
const pathsIn = async (files: FilePort, folder: string, depth = 0, under = ''): Promise<string[]> => {
  const paths: string[] = [];
  for (const { name, kind } of await files.list(folder)) {
    if (paths.length >= mostPaths) break;
    if (kind === 'file') paths.push(under + name);
    else if (kind === 'folder' && depth < deepest && !isPassedOver(name))
      paths.push(...(await pathsIn(files, joinPath(folder, name), depth + 1, `${under}${name}/`)));
  }
  return paths;
};

/** `session/part.jsonl` belongs to `session.jsonl` beside the folder. */
const isPart = (unit: string, stems: ReadonlySet<string>): boolean =>
  unit
    .split('/')
    .slice(0, -1)
    .some((_, at, folders) => stems.has(folders.slice(0, at + 1).join('/')));

/** All trajectories of a folder that holds nothing else. */
const inFolder = async (files: FilePort, folder: string): Promise<readonly string[]> => {
  const paths = await pathsIn(files, folder);
  const here = new Set(paths);
  const units = trajectoryUnits(paths).filter((unit) => !here.has(unit) || mayBe.test(unit));
  const stems = new Set(units.filter((unit) => here.has(unit)).map((unit) => unit.replace(/\.[^./]*$/, '')));
  return units.filter((unit) => !isPart(unit, stems)).map((unit) => joinPath(folder, unit));
};

const listed = async (files: FilePort, folder: string): Promise<readonly FolderEntry[]> =>
  (await files.stat(folder))?.kind === 'folder' ? files.list(folder) : [];

/** Beside a run's predictions: in `trajectories/`, and by their names there and one folder deeper. */
const ofRun = async (files: FilePort, folder: string): Promise<readonly string[]> => {
  const entries = await listed(files, folder);
  const found = entries
    .filter(({ name, kind }) => kind === 'file' && namedSo.test(name))
    .map(({ name }) => joinPath(folder, name));
  const folders = entries.filter(({ name, kind }) => kind === 'folder' && !isPassedOver(name));
  for (const { name } of folders.slice(0, mostFolders)) {
    const below = joinPath(folder, name);
    if (folderNames.test(name)) found.push(...(await inFolder(files, below)));
    else
      for (const entry of await files.list(below))
        if (entry.kind === 'file' && namedSo.test(entry.name)) found.push(joinPath(below, entry.name));
  }
  return found;
};

const ofRoot = async (files: FilePort, root: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { name, kind } of await listed(files, root))
    if (kind === 'folder' && folderNames.test(name)) found.push(...(await inFolder(files, joinPath(root, name))));
  return found;
};

/** The paths of a study's trajectories, found by their places and names alone; none is opened. Each once, sorted. */
const trajectoryPaths = async (
  files: FilePort,
  { root, runs }: { readonly root: string; readonly runs: readonly RunEntry[] },
  signal?: AbortSignal,
): Promise<readonly string[]> => {
  const found = new Set(await ofRoot(files, root));
  for (const folder of new Set(runs.map(folderOfRun))) {
    signal?.throwIfAborted();
    for (const path of await ofRun(files, folder)) found.add(path);
  }
  return [...found].sort();
};

/** The trajectories of a study with what their paths say of run, instance and attempt. */
export const findStudyTrajectories = async (
  files: FilePort,
  catalogue: Pick<StudyCatalogue, 'root' | 'datasets' | 'runs' | 'evaluations'>,
  signal?: AbortSignal,
): Promise<readonly TrajectoryEntry[]> => {
  const paths = await trajectoryPaths(files, catalogue, signal);
  if (paths.length === 0) return [];
  const placing = new TrajectoryPlacing({ catalogue, rows: instanceRuns(catalogue) });
  return paths.map((path) => {
    const { instanceId, runId, attempt } = placing.place(path, { instanceId: null, runId: null, model: null });
    return { path, instanceId, runId, attempt };
  });
};
