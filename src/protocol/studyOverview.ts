import type { Problem } from '../core/shared/problem';
import type { StudyCatalogue } from '../core/study/catalogue';

/** The task under which the app reports how far the reading of a study is. */
export const readingTask = 'reading';

/** A dataset without its instances, which may be a hundred thousand: those are asked for window by window. */
export interface DatasetOverview {
  readonly id: string;
  /** Absolute path of the file or folder. */
  readonly path: string;
  readonly format: string;
  /** Instances that open. */
  readonly count: number;
  /** The first rows that were left out; `skippedCount` says how many there are. */
  readonly skipped: readonly Problem[];
  readonly skippedCount: number;
}

/** Where an instance stands that some run speaks of. */
export interface PlacedInstance {
  readonly instanceId: string;
  /** Place in the study's datasets. */
  readonly dataset: number;
}

/** A study as the extension host holds it: its size goes by its runs, never by its datasets. */
export interface StudyOverview extends Omit<StudyCatalogue, 'datasets'> {
  readonly datasets: readonly DatasetOverview[];
  /** Instances with a prediction or an evaluation, in the order of the datasets, each once. */
  readonly placed: readonly PlacedInstance[];
}
