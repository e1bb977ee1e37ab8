import type { StudyRows } from '../app/studyRows';
import type { Problem } from '../core/shared/problem';
import type { DatasetEntry, StudyCatalogue } from '../core/study/catalogue';
import type { DatasetOverview, StudyOverview } from '../protocol/studyOverview';

/** Things left out that are named to the extension host; the others are counted. */
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

/** What crosses to the extension host of a study: bounded by the number of its datasets and runs; `opening` as there. */
export const studyOverview = (
  { corrections: _corrections, checks: _checks, evaluations, problems, ...catalogue }: StudyCatalogue,
  rows: StudyRows,
  opening: number | null = null,
): StudyOverview => ({
  ...catalogue,
  opening,
  datasets: catalogue.datasets.map((dataset) => datasetOverview(dataset.id, dataset.path, dataset)),
  runs: rows.runs(),
  alone: rows.evaluatedAlone(),
  evaluations: evaluations.length,
  usualRun: rows.usualRun(),
  problems: problems.slice(0, namedAtMost),
  problemCount: problems.length,
});
