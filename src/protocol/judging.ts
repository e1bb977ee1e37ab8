import type { BlindFacet } from '../core/study/hiddenFromRater';
import type { Api } from './rpc';
import type { JudgedUnit } from './rubrics';
import type { StudyOverview } from './studyOverview';

/** Somebody judges: what the study keeps from raters is told to no window of this machine until they end it. */
export interface JudgingState {
  /** Absolute. */
  readonly studyFolder: string;
  readonly rater: string;
  /** Neutral name of the queue, for example `Mine`. */
  readonly queue: string;
  /** RFC 3339. */
  readonly since: string;
  /** What is hidden of the item on the desk, or of any that waits. */
  readonly hidden: readonly BlindFacet[];
  /** The files that tell lie in the study's folder; false in a rater's own package, which has none. */
  readonly onScreenOnly: boolean;
}

/** What lies on the desk. `runKey` as its row is called, now or before; null: no run is meant. */
export interface DeskItem {
  readonly datasetPath: string;
  readonly instanceId: string;
  readonly runKey: string | null;
  /** Absent: the prediction. */
  readonly unit?: JudgedUnit;
  /** As `VerdictRequest.rubric`; absent: not chosen yet. */
  readonly rubric?: string;
}

/** Judging begins and ends: in between all functions of the app answer blind. */
export interface JudgingApi extends Api {
  /** Begins, or goes on with another item. `item` comes back by the names that it has from now on. */
  startJudging(q: {
    readonly studyFolder: string;
    readonly rater: string;
    readonly queue: string;
    readonly item: DeskItem | null;
  }): Promise<{ readonly state: JudgingState; readonly item: DeskItem | null }>;
  endJudging(q: { readonly studyFolder: string }): Promise<null>;
  /** Null where nobody judges. */
  judgingState(q: { readonly studyFolder: string }): Promise<JudgingState | null>;
  /** The study as last opened, without reading it anew: as it may be told now. */
  overviewNow(q: { readonly studyFolder: string }): Promise<StudyOverview>;
}

/** What functions that are shut meanwhile say. */
export const closedWords = 'Closed while you judge. End Judging shows it.';
