import type { Environment, EvaluationSettings } from './environment';

export type HiddenUntil = 'at-once' | 'after-verdict' | 'after-study' | 'never';

export interface StudyDataset {
  readonly id: string;
  /** As written; relative to the study file. */
  readonly path: string;
  readonly format: string | null;
  readonly sha256: string | null;
  readonly use: 'main' | 'training' | 'attention';
  /** 1-based line of the study file. */
  readonly line: number;
}

export interface StudyRun {
  readonly id: string;
  /** Folder or predictions file, as written. */
  readonly path: string;
  readonly model: string | null;
  readonly agent: string | null;
  readonly base: string | null;
  readonly attempt: number;
  readonly logs: string | null;
  readonly line: number;
}

/** Questions that `touchstone judge run` asks for a judge; null where the file is silent. */
export interface StudyJudgeRun {
  /** The model's id in the models file. */
  readonly model: string | null;
  readonly samples: number | null;
  readonly swapOrder: boolean | null;
  readonly temperature: number | null;
  readonly sees: readonly string[] | null;
  readonly maxChars: number | null;
}

export interface StudyJudge {
  readonly id: string;
  readonly path: string | null;
  readonly map: string | null;
  /** `id@major`, as written; null: the study's. */
  readonly rubric: string | null;
  /** Null where its answers are imported. */
  readonly run: StudyJudgeRun | null;
  readonly line: number;
}

export interface StudyRater {
  readonly id: string;
  readonly role: 'rater' | 'adjudicator' | 'observer';
}

export interface Blinding {
  readonly model: HiddenUntil;
  readonly tests: HiddenUntil;
  readonly judge: HiddenUntil;
  readonly gold: HiddenUntil;
  readonly peers: HiddenUntil;
  readonly signals: HiddenUntil;
  readonly trajectory: HiddenUntil;
  readonly mask: readonly string[];
}

/** touchstone.yaml as far as this version uses it; every default of STUDY-FILE.md filled in. */
export interface StudyFile {
  readonly id: string;
  readonly title: string | null;
  /** Of everything that is shuffled or drawn; null where the file has none. */
  readonly seed: number | null;
  readonly datasets: readonly StudyDataset[];
  readonly runs: readonly StudyRun[];
  readonly judges: readonly StudyJudge[];
  /** The label file, as written; null where there is none. */
  readonly labels: string | null;
  readonly environments: readonly Environment[];
  /** Path or built-in id of the default rubric. */
  readonly rubric: string;
  /** Rubrics of single task types (`BF`, ...), as paths or built-in ids. */
  readonly rubricByTaskType: Readonly<Record<string, string>>;
  readonly raters: readonly StudyRater[];
  readonly blinding: Blinding;
  readonly evaluation: EvaluationSettings;
}

export const defaultBlinding: Blinding = {
  model: 'after-verdict',
  tests: 'after-verdict',
  judge: 'after-verdict',
  gold: 'at-once',
  peers: 'after-study',
  signals: 'after-verdict',
  trajectory: 'after-verdict',
  mask: [],
};
