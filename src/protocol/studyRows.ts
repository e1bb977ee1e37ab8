import type { EvaluationEntry } from '../core/study/catalogue';
import type { InstanceRun } from '../core/study/instanceRuns';
import type { QueueId } from '../core/study/queues/queueFacts';
import type { Api } from './rpc';

/** An instance's dataset, null where none here has it, and its rows without their lists of tests. */
export interface PlacedRows {
  readonly instanceId: string;
  readonly datasetPath: string | null;
  readonly rows: readonly InstanceRun[];
}

/** A row and the dataset of its instance. */
export interface PlacedRow {
  readonly datasetPath: string | null;
  readonly row: InstanceRun;
}

export type EvaluationPlace = Pick<EvaluationEntry, 'runId' | 'model' | 'instanceId' | 'folder'>;

export interface WaitingQuery {
  readonly studyFolder: string;
  readonly rater: string;
  /** Keys of rows (`rowName`) that were skipped in this session: they come last. */
  readonly skipped: readonly string[];
  readonly from: number;
  readonly count: number;
  /** Key of the row (`rowName`) whose place is asked for; null where none is. */
  readonly placeOf: string | null;
  /** Absent: `mine`. */
  readonly queue?: QueueId;
  /** Share of agreeing items that come among those that disagree; absent: none. */
  readonly mix?: number;
}

/** Predictions that wait for one rater. */
export interface WaitingWindow {
  readonly total: number;
  readonly rows: readonly PlacedRow[];
  /** 0-based place of `placeOf`; null where it does not wait. */
  readonly place: number | null;
}

/** One row by name: what is skipped, and whose place in the queue is asked for. */
export const rowName = ({ instanceId, runId }: { readonly instanceId: string; readonly runId: string }): string =>
  `${runId}\n${instanceId}`;

/** Rows of the study as it was last opened. All answers are bounded. */
export interface StudyRowsApi extends Api {
  rowsOf(q: { readonly studyFolder: string; readonly instanceId: string }): Promise<PlacedRows>;
  /** Rows of one run, by the key of its overview; at most 1000 rows. */
  runRows(q: {
    readonly studyFolder: string;
    readonly key: string;
    readonly from: number;
    readonly count: number;
  }): Promise<{ readonly total: number; readonly rows: readonly InstanceRun[] }>;
  /** At most 1000 rows. */
  waiting(q: WaitingQuery): Promise<WaitingWindow>;
  /** Where evaluations are, for jumps to their reports: the first 2000, in the order in which they were found. */
  evaluationPlaces(q: { readonly studyFolder: string }): Promise<readonly EvaluationPlace[]>;
  /** Predictions with a verdict of anybody, and predictions in all. */
  judged(q: { readonly studyFolder: string }): Promise<{ readonly judged: number; readonly of: number }>;
}
