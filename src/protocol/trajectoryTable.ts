import type { TableRow } from '../core/study/trajectoryTable/tableRow';

/** Whose trajectories: of a folder and all in it (absolute path), of an instance, or of a run of a study. */
export type TableTarget =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'instance'; readonly studyFolder: string; readonly instanceId: string }
  | { readonly kind: 'run'; readonly studyFolder: string; readonly runId: string };

/** Rows as they are read. `age` counts how often rows that were given before have changed: they come again then. */
export interface TableRows {
  readonly age: number;
  readonly from: number;
  readonly rows: readonly TableRow[];
  /** All was read, and there are no rows behind these. */
  readonly isWhole: boolean;
  /** Why it could not be read to the end; null where it was, or is being read. */
  readonly fault: string | null;
}

/** What the worker offers for tables of trajectories. */
export type TrajectoryTableApi = {
  /** Begins to read; gives the number by which its rows are asked for. */
  trajectoryTable(q: TableTarget): Promise<number>;
  /** The next rows from `from` on, as soon as there are some; null where the table is kept no more. */
  trajectoryTableRows(q: {
    readonly table: number;
    readonly age: number;
    readonly from: number;
  }): Promise<TableRows | null>;
  /** Ends the reading and forgets its rows. */
  trajectoryTableEnd(q: { readonly table: number }): Promise<null>;
};
