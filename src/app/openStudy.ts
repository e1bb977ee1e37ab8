import { KnownIds } from '../core/instance/instanceAlias';
import type { DatasetEntry, RunEntry, StudyCatalogue } from '../core/study/catalogue';
import { folderOf, nameOf, stemOf } from '../core/study/studyPath';
import { CatalogueBuilder } from './openStudyBuilder';
import { discover } from './openStudyDiscovery';
import { findEvaluations } from './openStudyEvaluations';
import { fromStudyFile } from './openStudyNamed';
import type { CataloguePorts } from './openStudyRuns';
import { readStudy } from './studyFile';
import { labelProblems, readStudyLabels } from './studyLabels';

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
  build.places.push(...found.places);
  build.reports.push(...found.reports);
  for (const [folder, model] of found.runModels) build.runModels.set(folder, model);
  for (const path of found.datasets)
    await build.dataset(freeId(new Set(build.datasets.map((dataset) => dataset.id)), path), path);
  const files = found.predictions.filter((path) => !found.predictions.some((other) => folderOf(other) === path));
  for (const path of files) {
    const isFolder = (await build.ports.files.stat(path))?.kind === 'folder';
    const id = freeId(new Set(build.runs.map((run) => run.id)), path);
    await build.run(path, isFolder ? path : folderOf(path), { id, model: null, attempt: null, base: null });
    build.dropEmptyRun();
  }
  build.looked = found.filesLookedAt;
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
  const labels = read && (await readStudyLabels(ports.files, read));
  const ofLabels = labels ? await labelProblems(ports.files, labels, build.datasets, signal) : [];
  const known = new KnownIds(instanceIds(build.datasets));
  const runs = build.runs.map((run) => joinedRun(run, known));
  const found = await findEvaluations(ports, { ...build.search(), runs, known }, signal);
  return {
    root,
    studyId: read?.study?.id ?? nameOf(root),
    studyFile: read?.file ?? null,
    rubric: read?.study?.rubric ?? 'patch-review',
    datasets: build.datasets,
    runs,
    evaluations: found.evaluations,
    judges: build.judges,
    ...(labels && labels.corrections.length > 0 ? { corrections: labels.corrections } : {}),
    filesLookedAt: build.looked + found.filesLookedAt,
    problems: [...build.problems, ...ofLabels, ...found.problems],
  };
};
