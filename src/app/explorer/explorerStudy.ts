import type { IndexedRow } from '../../core/dataset/rowIndex';
import type { Outcome } from '../../core/evaluation/outcome';
import type { StudyCatalogue } from '../../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../../core/study/instanceRuns';

/** A dataset as the explorer holds it. */
export interface ExplorerDataset {
  readonly id: string;
  readonly path: string;
  readonly rows: readonly IndexedRow[];
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
}

/** Joins rows, runs and verdicts of an open study. */
export const explorerStudy = (
  catalogue: StudyCatalogue,
  datasets: readonly ExplorerDataset[],
  verdictsOn: ExplorerStudy['verdictsOn'],
): ExplorerStudy => {
  const rows = instanceRuns(catalogue);
  const runs = new Set(catalogue.runs.map(({ id }) => id));
  for (const row of [...rows.values()].flat()) runs.add(row.key);
  const none: readonly InstanceRun[] = [];
  return { datasets, runs: [...runs], runsOf: (id) => rows.get(id) ?? none, verdictsOn };
};

/** Outcome that counts for a run; null where it has no row on the instance or was not evaluated. */
export const outcomeIn = (rows: readonly InstanceRun[], key: string): Outcome | null =>
  rows.find((row) => row.key === key)?.outcome ?? null;
