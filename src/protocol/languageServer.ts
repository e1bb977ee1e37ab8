import type { DatasetEntry, EvaluationEntry, RunEntry } from '../core/study/catalogue';

/** Notification of the host to the language server: the study that is open, or null where none is. */
export const studyNotification = 'touchstone/study';

/** VS Code opens no text document above this size, in bytes: the server checks such files of the study by itself. */
export const largestText = 50 * 1024 * 1024;

/** What the language server is told of the open study: where things are, never their rows. Paths are absolute. */
export interface ServerStudy {
  readonly folder: string;
  readonly studyFile: string | null;
  readonly datasets: readonly Pick<DatasetEntry, 'id' | 'path'>[];
  readonly runs: readonly Pick<RunEntry, 'id' | 'path' | 'model'>[];
  readonly evaluations: readonly Pick<EvaluationEntry, 'runId' | 'model' | 'instanceId' | 'folder'>[];
}
