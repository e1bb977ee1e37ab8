import type { Problem } from '../../shared/problem';
import type { AnswerValue } from '../form/answers';

/** Where an answer stands. */
export interface JudgePlace {
  /** The file's name. */
  readonly file: string;
  /** 1-based; null where the format has no lines of its own (CSV, a document, an archive). */
  readonly line: number | null;
  /** For people: `line 3`, `row 3`, `samples[2]`. */
  readonly words: string;
}

/** What the judge was shown of the material, in characters. */
export interface Seen {
  readonly characters: number;
  /** Null where the file doesn't say how much there was. */
  readonly of: number | null;
}

/** Null: unknown. */
export interface SamplesSay {
  readonly count: number;
  /** Share of them that say otherwise than most, 0 to 1. */
  readonly disagreement: number | null;
  /** Whether the answer changes with the order of questions. */
  readonly flips: boolean | null;
}

export interface ImportedCriterion {
  readonly id: string;
  /** Null: the file gives none. */
  readonly value: AnswerValue | null;
  readonly rationale: string | null;
}

/** What both kinds of rows have. Null is: the file doesn't say it. Texts are outside text, to be shown as text alone. */
interface ImportedRow {
  readonly judge: string | null;
  readonly instanceId: string;
  /** As it stands in the file, before a map reads it. */
  readonly said: string | null;
  /** Why there is no label; null where there is one. */
  readonly reason: string | null;
  readonly rationale: string | null;
  readonly model: string | null;
  /** Lower-case hex. */
  readonly promptSha256: string | null;
  readonly saw: Seen | null;
  readonly place: JudgePlace;
}

/** One answer of a judge to one item. */
export interface ImportedAnswer extends ImportedRow {
  readonly kind: 'answer';
  /** `id@major`. */
  readonly rubric: string | null;
  /** Run or model, as the file names it; null where it names none. */
  readonly run: string | null;
  readonly unit: 'prediction' | 'instance' | 'trajectory' | null;
  readonly attempt: number | null;
  /** Lower-case hex SHA-256 of the patch that was judged. */
  readonly patch: string | null;
  /** `right`, `wrong` or another value of the rubric; null: no label, `reason` says why. */
  readonly overall: AnswerValue | null;
  /** A share of points or a number in place of a label. */
  readonly score: number | null;
  readonly criteria: readonly ImportedCriterion[];
  /** How often the judge was asked, and how its answers stand to each other; absent: the file doesn't say. */
  readonly samples?: SamplesSay;
  /** Contradictions that the file itself tells. */
  readonly contradictions: readonly string[];
}

/** Two answers to one instance side by side; `runs` in the order shown. */
export interface ImportedPair extends ImportedRow {
  readonly kind: 'pair';
  readonly runs: readonly [string, string];
  /** One of `runs`, or `tie`; null: no answer, or one that went with the position. */
  readonly winner: string | null;
}

export type Imported = ImportedAnswer | ImportedPair;

/** A fault of a judge's file. S140: a row lacks a field that the map names; `row`: a row that can't be used. */
export interface JudgeProblem extends Problem {
  readonly code: 'S140' | 'row' | 'map';
  readonly line: number | null;
}

export const judgeFormats = {
  touchstone: "Touchstone's own lines",
  mapped: 'a mapping file',
  inspect: 'scores of Inspect',
  compass: "SWE-Compass's raw_data.jsonl",
  pro: "SWE-bench Pro's columns",
} as const;

export type JudgeFormat = keyof typeof judgeFormats;

/** A judge's file, read; every row is an answer, a pair, a problem or left out with its reason. */
export interface JudgeReading {
  readonly format: JudgeFormat;
  readonly rows: number;
  readonly answers: readonly Imported[];
  readonly problems: readonly JudgeProblem[];
  /** Rows that are no answers of a judge. */
  readonly leftOut: readonly Problem[];
}

/** A row as the file has it. */
export interface JudgeRow {
  readonly value: unknown;
  readonly place: JudgePlace;
}
