import { correctionsOf, correctLabels } from '../../core/dataset/labels/correctLabels';
import type { IndexedRow } from '../../core/dataset/rowIndex';
import type { FoundCheck } from '../../core/evaluation/check/datasetCheck';
import type { Outcome } from '../../core/evaluation/outcome';
import type { InstanceSummary, StudyCatalogue } from '../../core/study/catalogue';
import type { InstanceRun } from '../../core/study/instanceRuns';

/** A row as lists have it; with what its index says where the list comes from one. */
export type ExplorerRow = InstanceSummary & Partial<Pick<IndexedRow, 'benchmark' | 'labels' | 'span'>>;

/** A dataset as the explorer holds it. */
export interface ExplorerDataset {
  readonly id: string;
  readonly path: string;
  readonly instances: readonly ExplorerRow[];
}

/** What one person says of one patch: the overall answer, or that their own verdicts contradict one another. */
export interface ExplorerVerdict {
  readonly rater: string;
  readonly overall: string | null;
  readonly conflict: boolean;
}

/** Everything that instances are filtered, grouped and sorted by. */
export interface ExplorerStudy {
  readonly datasets: readonly ExplorerDataset[];
  /** Keys of the runs, in the catalogue's order, those of logs alone behind them. */
  readonly runs: readonly string[];
  readonly runsOf: (instanceId: string) => readonly InstanceRun[];
  readonly verdictsOn: (instanceId: string, patchHash: string | null) => readonly ExplorerVerdict[];
  /** The latest dataset check of an instance; null where there is none. */
  readonly checkOf: (instanceId: string) => FoundCheck | null;
}

/** Rows with the labels as the study's label file has them. */
const correctedDatasets = ({ datasets, corrections = [] }: StudyCatalogue): readonly ExplorerDataset[] => {
  const { byInstance } = correctionsOf({ corrections }, '');
  const corrected = (row: ExplorerRow): ExplorerRow => {
    const said = byInstance.get(row.id);
    return said ? { ...row, labels: correctLabels(row.labels ?? {}, said) } : row;
  };
  if (byInstance.size === 0) return datasets;
  return datasets.map((dataset) => ({ ...dataset, instances: dataset.instances.map(corrected) }));
};

/** Joins rows, runs and verdicts of an open study. */
export const explorerStudy = (
  catalogue: StudyCatalogue,
  rows: ReadonlyMap<string, readonly InstanceRun[]>,
  verdictsOn: ExplorerStudy['verdictsOn'],
): ExplorerStudy => {
  const runs = new Set(catalogue.runs.map(({ id }) => id));
  for (const row of [...rows.values()].flat()) runs.add(row.key);
  const none: readonly InstanceRun[] = [];
  const checks = new Map((catalogue.checks ?? []).map((check) => [check.instanceId, check]));
  return {
    datasets: correctedDatasets(catalogue),
    runs: [...runs],
    runsOf: (id) => rows.get(id) ?? none,
    verdictsOn,
    checkOf: (id) => checks.get(id) ?? null,
  };
};

/** `outcomeIn` of one run for instance after instance: a thousand runs mostly stand in the same order on each. */
export const outcomesIn = (key: string): ((rows: readonly InstanceRun[]) => Outcome | null) => {
  let last = 0;
  return (rows) => {
    const isLast = rows[last]?.key === key && (last === 0 || rows[last - 1]?.key !== key);
    if (!isLast)
      last = Math.max(
        0,
        rows.findIndex((row) => row.key === key),
      );
    const row = rows[last];
    return row?.key === key ? row.outcome : null;
  };
};

/** Outcome that counts for a run; null where it has no row on the instance or was not evaluated. */
export const outcomeIn = (rows: readonly InstanceRun[], key: string): Outcome | null =>
  rows.find((row) => row.key === key)?.outcome ?? null;
