import type { AnswerValue } from '../form/answers';
import type { JudgedCriterion, JudgedReply, JudgedState } from './judgeAnswer';

/** What several samples together say of one question. */
export interface JoinedAnswer {
  /** What more than half of the readable samples say; null where none does, or it is no value. */
  readonly value: AnswerValue | null;
  readonly state: JudgedState | 'undecided';
  /** How often each answer came: JSON of a value, or the name of a state. */
  readonly counts: Readonly<Record<string, number>>;
  /** Share of readable samples that say otherwise than the most frequent answer; null where none is readable. */
  readonly disagreement: number | null;
  /** Whether samples with the questions in the rubric's order and swapped ones came to different answers; null: not both were asked. */
  readonly flips: boolean | null;
}

export interface JudgedSample {
  readonly swapped: boolean;
  readonly reply: JudgedReply;
}

const noReply: Omit<JudgedCriterion, 'id'> = {
  state: 'unreadable',
  value: null,
  reason: null,
  steps: [],
  unknownSteps: [],
};

const answerIn = ({ reply }: JudgedSample, id: string): JudgedCriterion => {
  const found = id === 'overall' ? reply.overall : reply.criteria?.find((one) => one.id === id);
  return found ?? { id, ...noReply };
};

/** Lists of values are the same in any order. */
const keyOf = ({ state, value }: JudgedCriterion): string => {
  if (state !== 'value') return state;
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
};

const isReadable = ({ state }: JudgedCriterion): boolean => state !== 'unreadable' && state !== 'missing';

const tally = (answers: readonly JudgedCriterion[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of answers) counts[keyOf(one)] = (counts[keyOf(one)] ?? 0) + 1;
  return counts;
};

/** The answer that more than half of them give; null where none does. */
const majority = (answers: readonly JudgedCriterion[]): JudgedCriterion | null => {
  const counts = tally(answers);
  return answers.find((one) => (counts[keyOf(one)] ?? 0) * 2 > answers.length) ?? null;
};

const flipsOf = (samples: readonly JudgedSample[], id: string): boolean | null => {
  const sides = [false, true].map((swapped) => {
    const answers = samples.filter((one) => one.swapped === swapped).map((one) => answerIn(one, id));
    const readable = answers.filter(isReadable);
    const found = majority(readable);
    return readable.length === 0 ? null : found === null ? 'undecided' : keyOf(found);
  });
  return sides[0] === null || sides[1] === null ? null : sides[0] !== sides[1];
};

/** Joins the samples' answers to one question by majority; a tie is undecided and never rounded. */
export const joinAnswers = (samples: readonly JudgedSample[], id: string): JoinedAnswer => {
  const answers = samples.map((one) => answerIn(one, id));
  const readable = answers.filter(isReadable);
  const found = majority(readable);
  const top = Math.max(0, ...Object.values(tally(readable)));
  const undecided = readable.length === 0 ? (answers[0]?.state ?? 'missing') : 'undecided';
  return {
    value: found?.value ?? null,
    state: found?.state ?? undecided,
    counts: tally(answers),
    disagreement: readable.length === 0 ? null : 1 - top / readable.length,
    flips: flipsOf(samples, id),
  };
};
