import type { Problem } from '../core/shared/problem';
import type { DatasetEntry, EvaluationEntry, StudyCatalogue } from '../core/study/catalogue';
import { sha256 } from '../io/store/sha256';
import type { DatasetOverview, PlacedInstance, StudyOverview } from '../protocol/studyOverview';

/** Rows left out of one dataset that are named to the extension host; the others are counted. */
const namedAtMost = 1000;

interface Listed extends Omit<DatasetEntry, 'id' | 'path' | 'notes'> {
  readonly skipped: readonly Problem[];
}

export const datasetOverview = (id: string, path: string, { format, instances, skipped }: Listed): DatasetOverview => ({
  id,
  path,
  format,
  count: instances.length,
  skipped: skipped.slice(0, namedAtMost),
  skippedCount: skipped.length,
});

const placedIn = ({ datasets, runs, evaluations }: StudyCatalogue): PlacedInstance[] => {
  const named = new Set(evaluations.map(({ instanceId }) => instanceId));
  for (const { predictions } of runs) for (const { instanceId } of predictions) named.add(instanceId);
  const placed: PlacedInstance[] = [];
  for (const [dataset, { instances }] of datasets.entries())
    for (const { id } of instances) if (named.delete(id)) placed.push({ instanceId: id, dataset });
  return placed;
};

/** A report object is read once and kept while its file stays: so is its hash. */
const hashes = new WeakMap<object, string>();

const hashOf = (report: object): string => {
  const hash = hashes.get(report) ?? sha256(JSON.stringify(report));
  hashes.set(report, hash);
  return hash;
};

/** Reports name every test of an instance; the host asks for one when it shows it. */
const withoutReport = (evaluation: EvaluationEntry): EvaluationEntry =>
  evaluation.report === null ? evaluation : { ...evaluation, report: null, reportHash: hashOf(evaluation.report) };

/** What crosses to the extension host of a study: bounded by its runs. */
export const studyOverview = (catalogue: StudyCatalogue): StudyOverview => ({
  ...catalogue,
  evaluations: catalogue.evaluations.map(withoutReport),
  datasets: catalogue.datasets.map((dataset) => datasetOverview(dataset.id, dataset.path, dataset)),
  placed: placedIn(catalogue),
});
