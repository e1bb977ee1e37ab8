import type { Problem } from '../core/shared/problem';
import type { DatasetEntry, StudyCatalogue } from '../core/study/catalogue';
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

/** Datasets that were opened beside a study, listed; one that can't be read any more is a problem. */
export type DatasetsBeside = Pick<StudyCatalogue, 'datasets' | 'problems'>;

export const noneBeside: DatasetsBeside = { datasets: [], problems: [] };

/** Lists the datasets of these paths that are not `known`. */
export const besideOf = async (
  reading: Pick<ReadingApi, 'listDataset'>,
  known: readonly DatasetEntry[],
  beside: readonly string[],
): Promise<DatasetsBeside> => {
  const here = new Set(known.map(({ path }) => path));
  const paths = beside.filter((path) => !here.has(path));
  const results = await Promise.allSettled(paths.map((path) => reading.listDataset({ path })));
  const datasets: DatasetEntry[] = [];
  const problems: Problem[] = [];
  for (const [at, result] of results.entries()) {
    const path = paths[at] ?? '';
    if (result.status === 'fulfilled') datasets.push({ id: datasetId(path), path, ...result.value });
    else problems.push({ where: path, field: null, reason: String(result.reason?.message ?? result.reason) });
  }
  return { datasets, problems };
};

/** The catalogue with the datasets beside it. */
export const joined = (catalogue: StudyCatalogue, beside: DatasetsBeside): StudyCatalogue => {
  if (beside.datasets.length + beside.problems.length === 0) return catalogue;
  const known = new Set(catalogue.datasets.map(({ path }) => path));
  const others = beside.datasets.filter(({ path }) => !known.has(path));
  const problems = [...catalogue.problems, ...beside.problems];
  return { ...catalogue, datasets: [...catalogue.datasets, ...others], problems };
};
