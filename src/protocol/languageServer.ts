import type { DatasetEntry, EvaluationEntry, RunEntry } from '../core/study/catalogue';

/** Notification of the host to the language server: the study that is open, or null where none is. */
export const studyNotification = 'touchstone/study';

/** What the language server is told of the open study: where things are, never their rows. Paths are absolute. */
export interface ServerStudy {
  readonly folder: string;
  readonly studyFile: string | null;
  readonly datasets: readonly Pick<DatasetEntry, 'id' | 'path'>[];
  readonly runs: readonly Pick<RunEntry, 'id' | 'path' | 'model'>[];
  readonly evaluations: readonly Pick<EvaluationEntry, 'runId' | 'model' | 'instanceId' | 'folder'>[];
}
