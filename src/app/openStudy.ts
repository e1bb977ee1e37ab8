import { KnownIds } from '../core/instance/instanceAlias';
import type { DatasetEntry, RunEntry, StudyCatalogue } from '../core/study/catalogue';
import { folderOf, nameOf, stemOf } from '../core/study/studyPath';
import { CatalogueBuilder } from './openStudyBuilder';
import { findChecks } from './openStudyChecks';
import { beginDiscovery } from './openStudyDiscovery';
import { findEvaluations } from './openStudyEvaluations';
import { findJudges } from './openStudyJudges';
import { datasetsOfStudyFile } from './openStudyNamed';
import type { CataloguePorts } from './openStudyRuns';
import { findStudyTrajectories } from './openStudyTrajectories';
import type { Discovery } from './openStudyWalk';
import { type ReadStudy, readStudy } from './studyFile';
import { labelProblems, readStudyLabels, type StudyLabels } from './studyLabels';

/** A study that is half open. */
export interface StudyOpening {
  /** What is known before the first run is read: the datasets and corrections; no runs, no evaluations. */
  readonly first: StudyCatalogue;
  /** Reads everything else; to be called once. `datasets` are those of `first` where no further ones were found. */
  rest(): Promise<StudyCatalogue>;
}

/** Ids that tell files apart: the run's folder for the usual names, else the file's stem, longer where taken. */
const freeId = (taken: ReadonlySet<string>, path: string): string => {
  const stem = stemOf(path);
  const folder = nameOf(folderOf(path));
  const usual = /^(?:predictions|preds|all_preds)$/.test(stem);
  const wanted = usual ? [folder, `${folder}/${stem}`] : [stem, `${folder}/${stem}`];
  return wanted.find((id) => !taken.has(id)) ?? path;
};

/** Lists datasets in the order of `paths`, each path once in all: those that were listed before stay as they were read. */
const listDatasets = async (build: CatalogueBuilder, paths: readonly string[], tried: Set<string>): Promise<void> => {
  const before = new Map(build.datasets.splice(0).map((dataset) => [dataset.path, dataset]));
  for (const path of paths) {
    const id = freeId(new Set(build.datasets.map((dataset) => dataset.id)), path);
    const known = before.get(path);
    if (known) build.datasets.push({ ...known, id });
    else if (!tried.has(path)) await build.dataset(id, path);
    tried.add(path);
  }
};

const addFound = async (build: CatalogueBuilder, found: Discovery): Promise<void> => {
  build.judges.push(...(await findJudges(build.ports.files, build.root)));
  const ofJudges = new Set(build.judges.map(({ path }) => path));
  build.problems.push(...found.problems.filter(({ where }) => !ofJudges.has(where)));
  for (const root of found.evaluationRoots) build.roots.add(root);
  build.places.push(...found.places);
  build.reports.push(...found.reports);
  for (const [folder, model] of found.runModels) build.runModels.set(folder, model);
  const files = found.predictions.filter((path) => !found.predictions.some((other) => folderOf(other) === path));
  for (const path of files) {
    const isFolder = (await build.ports.files.stat(path))?.kind === 'folder';
    const id = freeId(new Set(build.runs.map((run) => run.id)), path);
    await build.run(path, isFolder ? path : folderOf(path), { id, model: null, attempt: null, base: null });
    build.dropEmptyRun();
  }
  build.looked = found.filesLookedAt;
};

/** Finds and lists the datasets; what it gives finds and reads all else. */
const datasetsOfFolder = async (build: CatalogueBuilder): Promise<() => Promise<void>> => {
  const begun = await beginDiscovery(build.ports.files, build.root, build.signal);
  const tried = new Set<string>();
  await listDatasets(build, begun.datasets, tried);
  return async () => {
    const found = await begun.rest();
    if (found.datasets.length > tried.size) await listDatasets(build, found.datasets, tried);
    await addFound(build, found);
  };
};

const instanceIds = function* (datasets: readonly DatasetEntry[]): Generator<string> {
  for (const { instances } of datasets) for (const { id } of instances) yield id;
};

/** The run with its instances under the ids by which the datasets know them. */
const joinedRun = (run: RunEntry, known: KnownIds): RunEntry => {
  if (run.predictions.every(({ instanceId }) => known.of(instanceId) === instanceId)) return run;
  const predictions = run.predictions.map((each) => ({ ...each, instanceId: known.of(each.instanceId) }));
  return { ...run, predictions };
};

/** The study as the builder has it now, without what belongs to runs. */
const firstOf = (build: CatalogueBuilder, read: ReadStudy | null, labels: StudyLabels | null): StudyCatalogue => ({
  root: build.root,
  studyId: read?.study?.id ?? nameOf(build.root),
  studyFile: read?.file ?? null,
  rubric: read?.study?.rubric ?? 'patch-review',
  ...(read?.study ? { blinding: read.study.blinding, rubricByTaskType: read.study.rubricByTaskType } : {}),
  ...(read?.study?.seed == null ? {} : { seed: read.study.seed }),
  datasets: [...build.datasets],
  runs: [],
  evaluations: [],
  judges: [],
  ...(labels && labels.corrections.length > 0 ? { corrections: labels.corrections } : {}),
  filesLookedAt: build.looked,
  problems: [...build.problems],
});

/** Everything else: the runs are read, the evaluations found. */
const wholeOf = async (
  build: CatalogueBuilder,
  first: StudyCatalogue,
  labels: StudyLabels | null,
): Promise<StudyCatalogue> => {
  const { ports, signal } = build;
  const ofLabels = labels ? await labelProblems(ports.files, labels, build.datasets, signal) : [];
  const known = new KnownIds(instanceIds(build.datasets));
  const runs = build.runs.map((run) => joinedRun(run, known));
  const found = await findEvaluations(ports, { ...build.search(), runs, known }, signal);
  const checked = await findChecks(ports, build.root, [...build.roots], build.datasets);
  const isSame = first.datasets.length === build.datasets.length;
  const datasets = isSame ? first.datasets : build.datasets;
  const { evaluations } = found;
  const trajectories = await findStudyTrajectories(
    ports.files,
    { root: build.root, datasets, runs, evaluations },
    signal,
  );
  return {
    ...first,
    datasets,
    runs,
    evaluations,
    ...(trajectories.length > 0 ? { trajectories } : {}),
    judges: build.judges,
    ...(checked.checks.length > 0 ? { checks: checked.checks } : {}),
    filesLookedAt: build.looked + found.filesLookedAt + checked.filesLookedAt,
    problems: [...build.problems, ...ofLabels, ...found.problems, ...checked.problems],
  };
};

/**
 * Opens a folder as a study: by its study file where it has one (or by the study file that `path` names), else by
 * what lies in it; at first its datasets alone. Bad files and rows are in `problems` and `skipped`; nothing is run and
 * nothing is written. Throws InputFault only where nothing stands at the path.
 */
export const beginStudy = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<StudyOpening> => {
  const read = await readStudy(ports.files, path);
  const build = new CatalogueBuilder(ports, read?.folder ?? path, signal);
  const goOn = await (read ? datasetsOfStudyFile(build, read) : datasetsOfFolder(build));
  const labels = read && (await readStudyLabels(ports.files, read));
  const first = firstOf(build, read, labels);
  const rest = async (): Promise<StudyCatalogue> => {
    await goOn();
    return wholeOf(build, first, labels);
  };
  return { first, rest };
};

/** The same in one go. */
export const openStudy = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<StudyCatalogue> =>
  (await beginStudy(ports, path, signal)).rest();
