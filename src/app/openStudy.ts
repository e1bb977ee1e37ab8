import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import type { DatasetEntry, JudgeEntry, RunEntry, StudyCatalogue } from '../core/study/catalogue';
import type { StudyDataset, StudyRun } from '../core/study/studyFile';
import { folderOf, joinPath, nameOf, stemOf } from '../core/study/studyPath';
import { discover } from './openStudyDiscovery';
import { findEvaluations } from './openStudyEvaluations';
import { type CataloguePorts, openRun, predictionsIn, type RunWords } from './openStudyRuns';
import { listDataset } from './readDatasetListing';
import { type ReadStudy, readStudy } from './studyFile';

export type { CataloguePorts } from './openStudyRuns';

/** Collects what a folder holds; one unreadable file is a problem, never the end. */
class CatalogueBuilder {
  readonly datasets: DatasetEntry[] = [];
  readonly runs: RunEntry[] = [];
  readonly judges: JudgeEntry[] = [];
  readonly roots = new Set<string>();
  readonly problems: Problem[] = [];
  looked = 0;

  constructor(
    readonly ports: CataloguePorts,
    readonly root: string,
    readonly signal: AbortSignal | undefined,
  ) {}

  say(where: string, field: string | null, reason: string): void {
    this.problems.push({ where, field, reason });
  }

  async dataset(id: string, path: string): Promise<void> {
    await this.guarded(path, async () => {
      const { files, memo } = this.ports;
      const list = () => listDataset(files, path, this.signal);
      const { format, instances, skipped, notes } = await (memo ? memo('list', path, list) : list());
      this.datasets.push({ id, path, format, instances, skipped, notes });
    });
  }

  async run(path: string, folder: string | null, said: RunWords): Promise<void> {
    await this.guarded(path, async () => {
      this.runs.push(await openRun(this.ports, path, folder, said, this.signal));
    });
  }

  private async guarded(path: string, read: () => Promise<void>): Promise<void> {
    this.looked += 1;
    try {
      await read();
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      this.say(path, null, error.message.replace(`${path}: `, ''));
    }
  }
}

/** Where something that the study file names stands; says S005 or S008 and gives null where it can't be used. */
const locate = async (
  build: CatalogueBuilder,
  study: ReadStudy,
  said: { readonly path: string; readonly line: number },
  field: string,
  inside: boolean,
): Promise<{ readonly path: string; readonly folder: boolean } | null> => {
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

/** S112: the study file forbids another guess. All that this version reads is of one family. */
const sayFormat = (build: CatalogueBuilder, study: ReadStudy, dataset: StudyDataset, index: number): void => {
  const entry = build.datasets.at(-1);
  if (dataset.format === null || entry?.id !== dataset.id || dataset.format.startsWith('swebench')) return;
  const where = `${nameOf(study.file)} line ${dataset.line}`;
  const reason = `S112 ${dataset.path} looks like ${entry.format}, not ${dataset.format} (by its columns).`;
  build.say(where, `datasets[${index}].format`, reason);
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
    sayFormat(build, study, dataset, index);
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

const fromStudyFile = async (build: CatalogueBuilder, read: ReadStudy): Promise<void> => {
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
};

/** Ids that tell files apart: the run's folder for the usual names, else the file's stem, longer where taken. */
const freeId = (taken: ReadonlySet<string>, path: string): string => {
  const stem = stemOf(path);
  const folder = nameOf(folderOf(path));
  const usual = /^(?:predictions|preds|all_preds)$/.test(stem);
  const wanted = usual ? [folder, `${folder}/${stem}`] : [stem, `${folder}/${stem}`];
  return wanted.find((id) => !taken.has(id)) ?? path;
};

const fromDiscovery = async (build: CatalogueBuilder): Promise<void> => {
  const found = await discover(build.ports.files, build.root, build.signal);
  build.problems.push(...found.problems);
  for (const root of found.evaluationRoots) build.roots.add(root);
  for (const path of found.datasets)
    await build.dataset(freeId(new Set(build.datasets.map((dataset) => dataset.id)), path), path);
  const files = found.predictions.filter((path) => !found.predictions.some((other) => folderOf(other) === path));
  for (const path of files) {
    const isFolder = (await build.ports.files.stat(path))?.kind === 'folder';
    const id = freeId(new Set(build.runs.map((run) => run.id)), path);
    await build.run(path, isFolder ? path : folderOf(path), { id, model: null, attempt: null, base: null });
  }
  build.looked = found.filesLookedAt;
};

/**
 * Opens a folder as a study: by its study file where it has one (or by the study file that `path` names), else by
 * what lies in it. Bad files and rows are in `problems` and `skipped`; nothing is run and nothing is written. Throws
 * InputFault only where nothing stands at the path.
 */
export const openStudy = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<StudyCatalogue> => {
  const read = await readStudy(ports.files, path);
  const root = read?.folder ?? path;
  const build = new CatalogueBuilder(ports, root, signal);
  if (read) await fromStudyFile(build, read);
  else await fromDiscovery(build);
  const found = await findEvaluations(ports, [...build.roots], build.runs, signal);
  return {
    root,
    studyId: read?.study?.id ?? nameOf(root),
    studyFile: read?.file ?? null,
    rubric: read?.study?.rubric ?? 'patch-review',
    datasets: build.datasets,
    runs: build.runs,
    evaluations: found.evaluations,
    judges: build.judges,
    filesLookedAt: build.looked + found.filesLookedAt,
    problems: [...build.problems, ...found.problems],
  };
};
