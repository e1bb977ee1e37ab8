import type { FilePort } from '../core/shared/files';
import { joinPath, nameOf, pathBelow } from '../core/study/studyPath';
import type { TrajectoryForks } from '../protocol/modelRuns';

const mostBytes = 1024 * 1024;
const mostRuns = 2000;

interface OwnRun {
  readonly runId: string;
  readonly folder: string;
  readonly model: string;
  readonly parent: { readonly file: string; readonly step: number } | null;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const parentOf = (record: Readonly<Record<string, unknown>>): OwnRun['parent'] => {
  const { file, step } = fieldsOf(fieldsOf(record['touchstone'])['parent']);
  return typeof file === 'string' && typeof step === 'number' ? { file, step } : null;
};

/** A run's record as data; null where there is none that can be read. */
const runIn = async (files: FilePort, folder: string): Promise<OwnRun | null> => {
  const path = joinPath(folder, 'run.json');
  if ((await files.stat(path))?.kind !== 'file') return null;
  try {
    const record = fieldsOf(JSON.parse(new TextDecoder().decode(await files.readBytes(path, mostBytes))));
    const { model } = record;
    return { runId: nameOf(folder), folder, model: typeof model === 'string' ? model : '', parent: parentOf(record) };
  } catch {
    return null;
  }
};

const ownRuns = async (files: FilePort, studyFolder: string): Promise<readonly OwnRun[]> => {
  const above = joinPath(studyFolder, 'runs');
  if ((await files.stat(above))?.kind !== 'folder') return [];
  const names = (await files.list(above)).filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  const found = await Promise.all(names.slice(0, mostRuns).map((name) => runIn(files, joinPath(above, name))));
  return found.filter((run) => run !== null);
};

/** Beside a trajectory stand files of ours that are none. */
const isSide = (name: string): boolean => /\.states\.jsonl$|\.log$/.test(name);

/** The trajectory of a fork, which is over one instance; null while it has none. */
const trajectoryIn = async (files: FilePort, { folder }: OwnRun): Promise<string | null> => {
  const at = joinPath(folder, 'trajectories');
  if ((await files.stat(at))?.kind !== 'folder') return null;
  const names = (await files.list(at)).filter(({ kind, name }) => kind === 'file' && !isSide(name));
  const [first] = names.map(({ name }) => name).sort();
  return first === undefined ? null : joinPath(at, first);
};

/** The file that a record names, where it lies below the study's folder: a record is data. */
const parentFile = async (files: FilePort, studyFolder: string, file: string): Promise<string | null> => {
  const path = file.startsWith('/') ? file : joinPath(studyFolder, file);
  if (pathBelow(studyFolder, path) === null || path.includes('/../')) return null;
  return (await files.stat(path)) === null ? null : path;
};

/** Where a trajectory of the study was forked from, and what was forked from it, by the records of its runs. */
export const trajectoryForks = async (files: FilePort, studyFolder: string, path: string): Promise<TrajectoryForks> => {
  const runs = await ownRuns(files, studyFolder);
  const own = runs.find(({ folder }) => path.startsWith(`${folder}/`))?.parent ?? null;
  const forks: TrajectoryForks['forks'][number][] = [];
  for (const run of runs) {
    if (run.parent === null || (await parentFile(files, studyFolder, run.parent.file)) !== path) continue;
    const fork = await trajectoryIn(files, run);
    if (fork !== null) forks.push({ path: fork, runId: run.runId, model: run.model, step: run.parent.step });
  }
  forks.sort((a, b) => a.step - b.step || (a.runId < b.runId ? -1 : 1));
  const parent = own && {
    path: await parentFile(files, studyFolder, own.file),
    name: own.file,
    step: own.step,
  };
  return { parent, forks };
};
