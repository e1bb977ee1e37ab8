import type { AnswerValue } from '../form/answers';

/** What a judge's answer to one question is. What can't be read is kept as it stood, and never guessed. */
export type JudgedState = 'value' | 'cannot_judge' | 'na' | 'not_asked' | 'missing' | 'unreadable';

export interface JudgedCriterion {
  readonly id: string;
  readonly state: JudgedState;
  /** Null in every state but `value`. */
  readonly value: AnswerValue | null;
  readonly reason: string | null;
  /** Steps that it names as evidence, and those of them that it was not shown: there are none such, or they were left out. */
  readonly steps: readonly number[];
  readonly unknownSteps: readonly number[];
  /** What stood there where it is unreadable; absent elsewhere. */
  readonly raw?: unknown;
}

/** One reply, read. */
export interface JudgedReply {
  /** Null: the reply holds no answer that can be read; `fault` says why. */
  readonly criteria: readonly JudgedCriterion[] | null;
  readonly overall: JudgedCriterion | null;
  readonly fault: string | null;
  /** Where the answers contradict each other or their own reasons, a sentence each. */
  readonly contradictions: readonly string[];
}
