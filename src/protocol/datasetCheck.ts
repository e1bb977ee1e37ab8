import type { EvaluateRequest } from './evaluate';
import type { Api } from './rpc';

/** Base and gold of a dataset's instances, each as often as asked; results land in the study. */
export interface DatasetCheckRequest extends Pick<EvaluateRequest, 'task' | 'studyFolder' | 'datasetPath'> {
  /** Empty: all of the dataset. */
  readonly instanceIds: readonly string[];
  readonly backend: EvaluateRequest['backend'];
  readonly settings: EvaluateRequest['settings'];
  /** Runs also what the study's logs hold already. */
  readonly again: boolean;
}

/** One instance that isn't sound, or wasn't checked. */
export interface CheckedRow {
  readonly instanceId: string;
  /** `gold fails, needs network`; '' where it wasn't checked. */
  readonly titles: string;
  /** What each defect says, or why it wasn't checked. */
  readonly words: string;
}

export interface DatasetCheckReply {
  readonly total: number;
  readonly sound: number;
  /** Those with defects first, then those that weren't checked; at most 10,000. */
  readonly rows: readonly CheckedRow[];
  readonly withDefects: number;
  readonly notChecked: number;
  /** What could not show whatever the instance. */
  readonly notSeen: readonly string[];
  /** Why the engine was given up; null where it held. */
  readonly fault: string | null;
}

export interface DatasetCheckApi extends Api {
  /** Reports by `HostApi.progress`; ended by `cancel`. What was run stays and is not run again. */
  checkDataset(q: DatasetCheckRequest): Promise<DatasetCheckReply>;
}
