import type { OptionValue } from '../rubric/rubric';

/** A place in what was on screen. Found again by its hashes, else shown as drifted; never moved silently. */
export interface PlaceEvidence {
  readonly kind: 'diff' | 'file' | 'step' | 'test' | 'log';
  /** File, trajectory or test id; null where the kind has none. */
  readonly path: string | null;
  readonly side: 'base' | 'gold' | 'model' | null;
  /** Lines (or steps) from 1, both ends included; null where the whole is meant. */
  readonly range: { readonly start: number; readonly end: number } | null;
  /** Lower-case hex SHA-256 of the marked text, and of the three lines before and after it. */
  readonly contentHash: string | null;
  readonly contextHashes: readonly string[];
  /** What the chip shows, for example `schema.py 834, gold`. */
  readonly label: string;
  /** Of a step: which of the file's trajectories, from 0, and its length in bytes, by which it is found again. */
  readonly which?: number;
  readonly bytes?: number;
}

/** A counterexample, or a quotation in `input` alone. */
export interface TextEvidence {
  readonly kind: 'text';
  readonly input: string;
  readonly expected: string;
  readonly got: string;
}

export type Evidence = PlaceEvidence | TextEvidence;

/** Multi answers are lists, checklist answers a value for each point id. */
export type AnswerValue = OptionValue | readonly OptionValue[] | Readonly<Record<string, OptionValue>>;

export type Given =
  | { readonly kind: 'value'; readonly value: AnswerValue }
  | { readonly kind: 'na' }
  | { readonly kind: 'cannotJudge' };

export interface Answer {
  /** null is not answered. */
  readonly given: Given | null;
  readonly evidence: readonly Evidence[];
  readonly severity: string | null;
  /** 1 to 5, asked only where the criterion says so. */
  readonly confidence: number | null;
}

/** Everything a rater has put into the form; kept while criteria are hidden, stored only for those shown. */
export interface FormAnswers {
  readonly criteria: Readonly<Record<string, Answer>>;
  readonly overall: Answer;
  /** 1 to 5. */
  readonly confidence: number | null;
  readonly taskDefect: readonly string[];
  readonly failureMode: string | null;
  readonly note: string;
  /** Replies to consistency rules of level `ask` ("Keep, and say why"), by rule id. */
  readonly replies: Readonly<Record<string, string>>;
  /** Stages already locked, in order. */
  readonly lockedStages: readonly string[];
}

export const noAnswer: Answer = { given: null, evidence: [], severity: null, confidence: null };

export const emptyAnswers: FormAnswers = {
  criteria: {},
  overall: noAnswer,
  confidence: null,
  taskDefect: [],
  failureMode: null,
  note: '',
  replies: {},
  lockedStages: [],
};

/** The answer to a criterion or, under the id `overall`, the overall one. */
export const answerTo = (answers: FormAnswers, id: string): Answer => {
  if (id === 'overall') return answers.overall;
  return (Object.hasOwn(answers.criteria, id) ? answers.criteria[id] : undefined) ?? noAnswer;
};

/** The rater's reply to a consistency rule; '' where there is none. */
export const replyTo = (answers: FormAnswers, rule: string): string =>
  (Object.hasOwn(answers.replies, rule) ? answers.replies[rule] : undefined) ?? '';

export const withAnswer = (answers: FormAnswers, id: string, change: Partial<Answer>): FormAnswers => {
  const changed = { ...answerTo(answers, id), ...change };
  if (id === 'overall') return { ...answers, overall: changed };
  return { ...answers, criteria: { ...answers.criteria, [id]: changed } };
};
