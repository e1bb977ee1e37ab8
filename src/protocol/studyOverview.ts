import type { Problem } from '../core/shared/problem';
import type { RunEntry, StudyCatalogue } from '../core/study/catalogue';
import type { InstanceRun } from '../core/study/instanceRuns';

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

/** What is counted over the rows of a run. */
interface RunFigures {
  readonly rows: number;
  /** Rows that were evaluated. */
  readonly evaluations: number;
  /** Outcomes in signs: `✓3 ✗2`; '' where none was evaluated. */
  readonly counts: string;
  /** Rows on which reports contradict one another. */
  readonly contradicted: number;
}

/** A run without its predictions, which are asked for page by page. */
export interface RunOverview extends Omit<RunEntry, 'predictions'>, RunFigures {
  readonly predictions: number;
  /** Dataset of its first prediction on an instance that is here; null where none is. */
  readonly datasetPath: string | null;
  readonly skippedCount: number;
}

/** One run and model that was evaluated without a predictions file here: `logs/run_evaluation` alone. */
export interface EvaluatedAlone extends RunFigures {
  readonly key: string;
  readonly first: InstanceRun;
  /** Formats in which its outcomes were found. */
  readonly sources: readonly string[];
}

/** A study as the extension host holds it: neither its instances nor its predictions nor its evaluations. */
export interface StudyOverview
  extends Omit<StudyCatalogue, 'datasets' | 'runs' | 'evaluations' | 'corrections' | 'checks' | 'problems'> {
  /** Number of the opening whose runs are still to be read (`AppApi.readRuns`); null where everything is. */
  readonly opening: number | null;
  readonly datasets: readonly DatasetOverview[];
  readonly runs: readonly RunOverview[];
  readonly alone: readonly EvaluatedAlone[];
  readonly evaluations: number;
  /** Key of the run whose outcomes stand at the instances unless another is chosen. */
  readonly usualRun: string | null;
  /** The first that was left out or guessed; `problemCount` says how much there is. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
}
