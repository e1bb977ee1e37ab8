import type { FilePort } from '../core/shared/files';
import type { RunEntry } from '../core/study/catalogue';
import type { StudyDataset, StudyRun } from '../core/study/studyFile';
import { folderOf, joinPath, nameOf, staysInside, stemOf } from '../core/study/studyPath';
import type { CatalogueBuilder } from './openStudyBuilder';
import { discover } from './openStudyDiscovery';
import { readReports } from './openStudyEvaluations';
import { reportPaths } from './openStudyReports';
import { predictionsIn, type RunWords } from './openStudyRuns';
import type { ReadStudy } from './studyFile';

/** Where something that the study file names stands; says S005 or S008 and gives null where it can't be used. */
const locate = async (
  build: CatalogueBuilder,
  study: ReadStudy,
  said: { readonly path: string; readonly line: number },
  field: string,
  inside: boolean,
): Promise<{ readonly path: string; readonly folder: boolean } | null> => {
  // A path that leaves the folder by its text was said with the study file's own faults.
  if (inside && !staysInside(said.path)) return null;
  const where = `${nameOf(study.file)} line ${said.line}`;
  const path = joinPath(study.folder, said.path);
  const found = await build.ports.files.stat(path);
  if (found === null || found.kind === 'other') {
    build.say(where, field, `S005 ${field}: no file "${said.path}" (looked in ${study.folder}).`);
    return null;
  }
  if (inside && !(await isInside(build.ports.files, study.folder, path))) {
    build.say(where, field, `S008 ${field}: "${said.path}" leaves the study's folder.`);
    return null;
  }
  return { path, folder: found.kind === 'folder' };
};

/** Whether the path, with all links resolved, lies in the folder. */
const isInside = async (files: FilePort, folder: string, path: string): Promise<boolean> => {
  const [root, real] = await Promise.all([files.realPath(folder), files.realPath(path)]);
  if (root === null || real === null) return false;
  const rest = real.slice(root.length);
  return real.startsWith(root) && (rest === '' || /^[/\\]/.test(rest) || /[/\\]$/.test(root));
};

/** S112: another format than the file allows. S113: another content than the one that is pinned. */
const sayPins = async (build: CatalogueBuilder, study: ReadStudy, said: StudyDataset, index: number): Promise<void> => {
  const entry = build.datasets.at(-1);
  if (entry?.id !== said.id) return;
  const where = `${nameOf(study.file)} line ${said.line}`;
  // All that this version reads is of one family; a study file may say which columns it means.
  if (said.format !== null && !said.format.startsWith('swebench')) {
    const reason = `S112 ${said.path} looks like ${entry.format}, not ${said.format} (by its columns).`;
    build.say(where, `datasets[${index}].format`, reason);
  }
  if (said.sha256 === null) return;
  const found = await build.ports.files.hash(entry.path);
  if (found !== said.sha256.toLowerCase())
    build.say(where, `datasets[${index}].sha256`, `S113 ${said.path} changed: ${found} instead of ${said.sha256}.`);
};

const addDataset = async (
  build: CatalogueBuilder,
  study: ReadStudy,
  dataset: StudyDataset,
  index: number,
): Promise<void> => {
  const found = await locate(build, study, dataset, `datasets[${index}].path`, false);
  if (found === null) return;
  if (!found.folder) {
    await build.dataset(dataset.id, found.path);
    await sayPins(build, study, dataset, index);
    return;
  }
  const inside = await discover(build.ports.files, found.path, build.signal);
  build.problems.push(...inside.problems);
  build.looked += inside.filesLookedAt - inside.datasets.length;
  for (const path of inside.datasets)
    await build.dataset(inside.datasets.length === 1 ? dataset.id : `${dataset.id}/${stemOf(path)}`, path);
  if (inside.datasets.length === 0) build.say(found.path, null, 'The folder holds no dataset that this version reads.');
};

const addRun = async (build: CatalogueBuilder, study: ReadStudy, run: StudyRun, index: number): Promise<void> => {
  const field = `runs[${index}]`;
  const found = await locate(build, study, run, `${field}.path`, true);
  if (run.logs !== null) {
    const logs = await locate(build, study, { path: run.logs, line: run.line }, `${field}.logs`, true);
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

/** Adds everything that the study file names; what can't be used is said at its line. */
export const fromStudyFile = async (build: CatalogueBuilder, read: ReadStudy): Promise<void> => {
  build.looked += 1;
  build.problems.push(...read.problems);
  for (const other of read.others) build.say(other, null, 'Another study of this folder; open it by its own name.');
  if (read.study === null) return;
  for (const [index, dataset] of read.study.datasets.entries()) await addDataset(build, read, dataset, index);
  for (const [index, run] of read.study.runs.entries()) await addRun(build, read, run, index);
  for (const [index, judge] of read.study.judges.entries()) {
    if (judge.path === null) continue;
    const found = await locate(build, read, { path: judge.path, line: judge.line }, `judges[${index}].path`, true);
    if (found) build.judges.push({ id: judge.id, path: found.path });
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
