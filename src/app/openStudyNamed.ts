import type { RunEntry } from '../core/study/catalogue';
import type { StudyRun } from '../core/study/studyFile';
import { folderOf, joinPath, staysInside } from '../core/study/studyPath';
import { type NamedDatasets, namedDatasets } from './namedDatasets';
import type { CatalogueBuilder } from './openStudyBuilder';
import { readReports } from './openStudyEvaluations';
import { addOwnRuns } from './openStudyOwnRuns';
import { reportPaths } from './openStudyReports';
import { predictionsIn, type RunWords } from './openStudyRuns';
import { listDataset } from './readDatasetListing';
import { isInside } from './studyFaults/pathFaults';
import type { ReadStudy } from './studyFile';
import { studyFileFaults } from './studyFileFaults';

/** Where something that the study file names stands; null where it can't be used: `studyFileFaults` says why. */
const locate = async (
  build: CatalogueBuilder,
  study: ReadStudy,
  said: string,
): Promise<{ readonly path: string; readonly folder: boolean } | null> => {
  if (!staysInside(said)) return null;
  const path = joinPath(study.folder, said);
  const found = await build.ports.files.stat(path);
  if (found === null || found.kind === 'other' || !(await isInside(build.ports.files, study.folder, path))) return null;
  return { path, folder: found.kind === 'folder' };
};

const addDatasets = async (build: CatalogueBuilder, study: ReadStudy): Promise<NamedDatasets> => {
  const { files, list = (at: string, signal?: AbortSignal) => listDataset(files, at, signal) } = build.ports;
  const named = await namedDatasets({ files, list }, study, build.signal);
  build.problems.push(...named.problems);
  build.looked += named.filesLookedAt;
  for (const { id, path, format, instances, skipped, notes } of named.found)
    build.datasets.push({ id, path, format, instances, skipped, notes });
  return named;
};

const addRun = async (build: CatalogueBuilder, study: ReadStudy, run: StudyRun): Promise<void> => {
  const found = await locate(build, study, run.path);
  if (run.logs !== null) {
    const logs = await locate(build, study, run.logs);
    if (logs?.folder) build.roots.add(folderOf(logs.path));
  }
  if (found === null) return;
  const said: RunWords = { id: run.id, model: run.model, attempt: run.attempt, base: run.base };
  const path = found.folder ? await predictionsIn(build.ports.files, found.path) : found.path;
  if (path === null)
    build.say(found.path, null, 'The folder of the run holds no predictions (predictions.jsonl, preds.json, *.pred).');
  else await build.run(path, found.folder ? found.path : null, said);
};

/** Where reports of other harnesses lie beside a study file. */
const reportFolders = ['reports', 'results', 'evaluation', 'sb-cli-reports'];

const runFolder = ({ path }: RunEntry): string => folderOf(path);

const nothing = async (): Promise<void> => {};

/** Lists the datasets that the study file names; what it gives adds all else. What can't be used is said at its line. */
export const datasetsOfStudyFile = async (build: CatalogueBuilder, read: ReadStudy): Promise<() => Promise<void>> => {
  build.looked += 1;
  build.problems.push(...read.problems);
  for (const other of read.others) build.say(other, null, 'Another study of this folder; open it by its own name.');
  if (read.study === null) return nothing;
  const datasets = await addDatasets(build, read);
  return () => runsOfStudyFile(build, read, datasets);
};

const runsOfStudyFile = async (build: CatalogueBuilder, read: ReadStudy, datasets: NamedDatasets): Promise<void> => {
  build.problems.push(...(await studyFileFaults(build.ports, read, datasets, build.signal)));
  for (const run of read.study?.runs ?? []) await addRun(build, read, run);
  await addOwnRuns(build);
  for (const judge of read.study?.judges ?? []) {
    // What `touchstone judge run` asked for stands under the judge's own name.
    const path = judge.path ?? (judge.run === null ? null : `judge/${judge.id}.jsonl`);
    const found = path === null ? null : await locate(build, read, path);
    const map = judge.map === null ? null : await locate(build, read, judge.map);
    const rubric = judge.rubric === null ? {} : { rubric: judge.rubric };
    if (found) build.judges.push({ id: judge.id, path: found.path, ...(map ? { map: map.path } : {}), ...rubric });
  }
  const logs = joinPath(read.folder, 'logs/run_evaluation');
  if ((await build.ports.files.stat(logs))?.kind === 'folder') build.roots.add(logs);
  const named = [...build.datasets, ...build.runs, ...build.judges].map(({ path }) => path);
  const folders = [
    read.folder,
    ...reportFolders.map((name) => joinPath(read.folder, name)),
    ...build.runs.map(runFolder),
  ];
  const paths = await reportPaths(build.ports.files, folders, new Set(named));
  build.looked += paths.length;
  build.reports.push(...(await readReports(build.ports.files, paths, build.problems, build.signal)));
};
