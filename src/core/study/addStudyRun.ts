import { withStudyEntry } from './addStudyEntry';

/** A run as an entry of `runs:`. */
export interface NewStudyRun {
  readonly id: string;
  /** Relative to the study file. */
  readonly path: string;
  readonly model: string;
  readonly agent: string;
  readonly attempt: number;
}

/** The study file's text with one run more, as `withStudyEntry`. */
export const withStudyRun = (text: string, { id, path, model, agent, attempt }: NewStudyRun): string | null =>
  withStudyEntry(text, 'runs', { id, path, model, agent, ...(attempt > 1 ? { attempt } : {}) });
