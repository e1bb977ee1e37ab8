import type { LabelCorrection } from '../dataset/labels/labelFile';
import type { FoundCheck } from '../evaluation/check/datasetCheck';
import type { ExtractionFinding } from '../evaluation/errorTypeOfExtraction';
import type { Outcome } from '../evaluation/outcome';
import type { InstanceReport, RuleSetName } from '../evaluation/report';
import type { Problem } from '../shared/problem';
import type { Blinding } from './studyFile';

/** What a list needs of an instance; the whole one is read when it is opened. */
export interface InstanceSummary {
  readonly id: string;
  readonly repo: string | null;
  /** First line of the statement with text in it, uncut; null where there is no statement. */
  readonly title: string | null;
}

export interface DatasetEntry {
  readonly id: string;
  /** Absolute path of the file. */
  readonly path: string;
  readonly format: string;
  readonly instances: readonly InstanceSummary[];
  /** Rows left out, with the reason for each. */
  readonly skipped: readonly Problem[];
  /** What is wrong with rows that open all the same (no base commit, a missing column). */
  readonly notes: readonly Problem[];
}

/** One prediction as found in a file of a run, without its text. */
export interface PredictionEntry {
  readonly instanceId: string;
  /** Lower-case hex SHA-256 of the patch's UTF-8 bytes; null where the patch is null. */
  readonly patchHash: string | null;
  readonly patchBytes: number;
  /** `code`: a solution that is no patch (hash and bytes are the code's); absent for patches. */
  readonly kind?: 'patch' | 'code';
  /** Which of several samples of one instance in the file, from 1; absent where the run has one each. */
  readonly attempt?: number;
  /** What its row says of how the answer was taken out of the model's reply; absent where it says nothing. */
  readonly extraction?: ExtractionFinding;
}

/** One model or agent over instances. */
export interface RunEntry {
  readonly id: string;
  /** Absolute path of the predictions file. */
  readonly path: string;
  readonly model: string | null;
  readonly attempt: number;
  /** Of another run when it is its parent (`base` in the study file); null where it has none. */
  readonly base: string | null;
  /** It went on from a step of another run: no attempt of its own, which figures over attempts (pass@k) leave out. */
  readonly isFork?: boolean;
  readonly predictions: readonly PredictionEntry[];
  readonly skipped: readonly Problem[];
}

/** A file that says something of one evaluation, and what it says. */
export interface ResultSource {
  /** `touchstone-record`, `swebench-report`, `swebench-summary`, ...; `swebench-traces` where a log or a patch tells. */
  readonly format: string;
  /** Absolute path. */
  readonly file: string;
  /** Where in the file: `resolved_ids`. */
  readonly field: string;
  /** Whose rules gave the answer, in the harness's own name; null where unknown. */
  readonly rules: string | null;
  readonly outcome: Outcome | null;
}

/** Two sources that say different things of one attempt. Which of them is shown goes by rule, and is said. */
export interface Contradiction {
  readonly shown: ResultSource;
  readonly other: ResultSource;
  /** For people: what each says, and which is shown and why. */
  readonly words: string;
}

/** One evaluation found on disk: `logs/run_evaluation/<run>/<model>/<instance>/`. `gold` and `base` are run ids too. */
export interface EvaluationEntry {
  readonly runId: string;
  readonly model: string;
  readonly instanceId: string;
  readonly repeat: number;
  /** Absolute folder of the evaluation. */
  readonly folder: string;
  readonly rules: RuleSetName | null;
  readonly outcome: Outcome | null;
  readonly report: InstanceReport | null;
  /** Changes with `report`, where that stays behind: the extension host gets no lists of tests. */
  readonly reportHash?: string;
  /** Hash of `patch.diff` beside the report, to join with a prediction; null where there is none. */
  readonly patchHash: string | null;
  readonly hasLog: boolean;
  /** The file whose word `outcome` is. */
  readonly source?: ResultSource;
  /** Other files that speak of the same attempt, whether they agree or not. */
  readonly others?: readonly ResultSource[];
  /** Absent where all sources agree. */
  readonly contradiction?: Contradiction;
  /** Value of the score where the report has one in place of a yes or no. */
  readonly score?: number | null;
  /** Which attempt of the run, from 1, where the report tells them apart; absent: the run's only one. */
  readonly attempt?: number;
}

export interface JudgeEntry {
  readonly id: string;
  /** Absolute path of its answers. */
  readonly path: string;
  /** Absolute path of the mapping file; absent where the answers are read by their shape. */
  readonly map?: string;
  /** `id@major`, as the study file says it; absent: the study's. */
  readonly rubric?: string;
}

/** A trajectory by its path alone, unread. Null: the path does not say. */
export interface TrajectoryEntry {
  /** Absolute path of a file or folder, which may hold several. */
  readonly path: string;
  readonly runId: string | null;
  readonly instanceId: string | null;
  readonly attempt: number | null;
}

/**
 * Everything that a folder holds, found by content: the study file's word where there is one, the known layouts
 * (SWE-bench) where there is none. Paths are absolute.
 */
export interface StudyCatalogue {
  readonly root: string;
  /** Id of the study; the folder's name where no study file says one. */
  readonly studyId: string;
  readonly studyFile: string | null;
  readonly rubric: string;
  /** Rubrics of single task types; absent where the study file names none. */
  readonly rubricByTaskType?: Readonly<Record<string, string>>;
  /** Absent where no study file says it: then the standard one holds. */
  readonly blinding?: Blinding;
  /** Absent where no study file says one. */
  readonly seed?: number;
  readonly datasets: readonly DatasetEntry[];
  readonly runs: readonly RunEntry[];
  readonly evaluations: readonly EvaluationEntry[];
  readonly judges: readonly JudgeEntry[];
  /** Corrections of the study's label file, in its order; absent where it has none. */
  readonly corrections?: readonly LabelCorrection[];
  /** The latest dataset check of each instance that has one; absent where none has. */
  readonly checks?: readonly FoundCheck[];
  /** Sorted by path; absent where none was found. */
  readonly trajectories?: readonly TrajectoryEntry[];
  /** Files looked at in all, for "212 files looked at, 0 skipped". */
  readonly filesLookedAt: number;
  readonly problems: readonly Problem[];
}
