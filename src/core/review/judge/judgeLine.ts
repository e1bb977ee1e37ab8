import type { Usage } from '../../run/trajectory/step';
import type { AnswerValue } from '../form/answers';
import type { JoinedAnswer } from './joinSamples';
import type { JudgedReply } from './judgeAnswer';
import type { JudgeSaw } from './judgeParts';
import type { JudgePane } from './judgeSees';

/** One question asked of the model, and what came. */
export interface SampleRecord {
  /** From 1. */
  readonly number: number;
  /** Whether questions and values stood from last to first (of a pair: whether the second stood as A). */
  readonly swapped: boolean;
  readonly at: string;
  readonly promptSha256: string;
  /** As it came; null: no reply came, `fault` says why. */
  readonly reply: string | null;
  readonly finishReason: string | null;
  readonly answers: JudgedReply | null;
  readonly fault: string | null;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
}

/** What all answers of a judge depend on; an answer under other settings is another judge's. */
export interface JudgeSettings {
  readonly rubric: string;
  readonly rubricVersion: string;
  readonly rubricHash: string;
  readonly model: Readonly<Record<string, unknown>>;
  readonly samples: number;
  readonly swap: boolean;
  readonly sees: readonly JudgePane[];
  readonly maxChars: number;
  readonly promptVersion: number;
  /** Runs whose answers are put side by side; null: each is judged by itself. */
  readonly pair: readonly [string, string] | null;
}

/**
 * A line of `judge/<id>.jsonl`. The first fields are those of imported judges' files (`overall`, `reason`, `rationale`,
 * `saw.characters`, `saw.of`); what follows is there for judges of our own.
 */
export interface JudgeLine {
  readonly judge: string;
  /** As `--items` names it: `run/instance`. */
  readonly label?: string;
  /** `id@major`. */
  readonly rubric: string;
  readonly unit: 'prediction' | 'instance' | 'trajectory';
  /** Null for the unit instance. */
  readonly run: string | null;
  readonly instance_id: string;
  readonly attempt: number;
  /** Null: no label; `reason` says why. */
  readonly overall: AnswerValue | null;
  readonly reason: string | null;
  /** Of the first sample that says what all together say. */
  readonly rationale: string | null;
  readonly saw: JudgeSaw;
  readonly criteria: Readonly<
    Record<string, JoinedAnswer & { readonly reason: string | null; readonly steps: readonly number[] }>
  >;
  /** How the samples stand on the overall question. */
  readonly samplesSay: JoinedAnswer;
  readonly contradictions: readonly string[];
  /** Steps that samples name as evidence and were not shown; absent for units without steps. */
  readonly unknownSteps?: readonly number[];
  /** Samples whose reply held no answer that can be read. */
  readonly unreadable: number;
  /** Hashes of what was judged; null where the unit has none. */
  readonly subject: { readonly base: string | null; readonly patch: string | null; readonly trajectory: string | null };
  /** The study's path of the trajectory; absent for other units. */
  readonly trajectory?: string;
  /** The failure mode where the rubric asks for it as its overall answer; absent elsewhere. */
  readonly failureMode?: string | null;
  readonly settings: string;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly samples: readonly SampleRecord[];
}

/** A line for two answers to one instance. */
export interface PairLine {
  readonly judge: string;
  /** `runA against runB/instance`. */
  readonly label?: string;
  readonly instance_id: string;
  readonly pair: readonly [string, string];
  /** The run that both positions name; `tie`; null where they differ or nothing can be read, and `reason` says it. */
  readonly winner: string | null;
  readonly reason: string | null;
  readonly rationale: string | null;
  /** Whether the answer went with the position; null: not both positions were answered. */
  readonly flips: boolean | null;
  readonly saw: JudgeSaw;
  readonly subject: { readonly base: string | null; readonly patches: readonly [string | null, string | null] };
  readonly settings: string;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly samples: readonly (SampleRecord & { readonly winner: string | null })[];
}

/** The first line of a judge's file that we write: its settings, by whose hash each line is bound to them. */
export interface JudgeHead {
  readonly judge: string;
  readonly settings: JudgeSettings;
  readonly settingsSha256: string;
  readonly at: string;
  readonly tool: string;
}
