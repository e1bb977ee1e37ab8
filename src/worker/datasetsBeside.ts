import type { StudyCatalogue } from '../core/study/catalogue';
import { folderOf, nameOf } from '../core/study/studyPath';
import type { ReadingApi } from '../protocol/worker';

/** The name of a dataset's file without what says its format. */
export const datasetId = (path: string): string =>
  nameOf(path).replace(/\.(jsonl|ndjson|json|csv|parquet)(\.gz)?$/, '');

/** A study of datasets alone, in the folder of the first. */
export const looseStudy = (paths: readonly string[]): StudyCatalogue => {
  const root = folderOf(paths[0] ?? '');
  return {
    root,
    studyId: nameOf(root),
    studyFile: null,
    rubric: 'patch-review',
    datasets: [],
    runs: [],
    evaluations: [],
    judges: [],
    filesLookedAt: 0,
    problems: [],
  };
};

/** The catalogue with datasets that were opened beside it; one that can't be read any more is listed as left out. */
export const withDatasets = async (
  reading: Pick<ReadingApi, 'listDataset'>,
  catalogue: StudyCatalogue,
  beside: readonly string[],
): Promise<StudyCatalogue> => {
  const known = new Set(catalogue.datasets.map(({ path }) => path));
  const paths = beside.filter((path) => !known.has(path));
  const results = await Promise.allSettled(paths.map((path) => reading.listDataset({ path })));
  const datasets = [...catalogue.datasets];
  const problems = [...catalogue.problems];
  for (const [at, result] of results.entries()) {
    const path = paths[at] ?? '';
    if (result.status === 'fulfilled') datasets.push({ id: datasetId(path), path, ...result.value });
    else problems.push({ where: path, field: null, reason: String(result.reason?.message ?? result.reason) });
  }
  return { ...catalogue, datasets, problems };
};
