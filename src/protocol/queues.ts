import type { QueueId } from '../core/study/queues/queueFacts';
import type { Api } from './rpc';

export interface QueueOverview {
  readonly id: QueueId;
  /** Items that wait for the rater. */
  readonly waiting: number;
}

/** The queues of the study that is open, as the app offers them. */
export interface QueuesApi extends Api {
  /** All of them, in the order in which they are shown. */
  queues(q: { readonly studyFolder: string; readonly rater: string }): Promise<readonly QueueOverview[]>;
}
