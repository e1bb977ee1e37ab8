import type { Usage } from '../../run/trajectory/step';
import type { Rubric } from '../rubric/rubric';
import { type JoinedAnswer, type JudgedSample, joinAnswers } from './joinSamples';
import type { JudgedCriterion } from './judgeAnswer';
import type { JudgeLine, SampleRecord } from './judgeLine';
import type { JudgeSaw } from './judgeParts';
import { unknownStepsOf } from './readJudgeReply';

/** What is judged, by the names and hashes of the study. */
export interface JudgedItem {
  readonly unit: JudgeLine['unit'];
  readonly run: string | null;
  readonly instanceId: string;
  readonly attempt: number;
  readonly subject: JudgeLine['subject'];
  readonly trajectory: string | null;
}

export const sumOf = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Sums of tokens; a figure that one of them lacks is unknown. */
export const usageOf = (samples: readonly Pick<SampleRecord, 'usage'>[]): Usage | null => {
  const all = samples.map(({ usage }) => usage);
  if (all.length === 0 || all.every((usage) => usage === null)) return null;
  const sum = (key: keyof Usage): number | null => sumOf(all.map((usage) => usage?.[key] ?? null));
  return {
    prompt: sum('prompt'),
    cached: sum('cached'),
    cacheWrite: sum('cacheWrite'),
    completion: sum('completion'),
    reasoning: sum('reasoning'),
  };
};

const answerTo = ({ reply }: JudgedSample, id: string): JudgedCriterion | null =>
  (id === 'overall' ? reply.overall : (reply.criteria?.find((one) => one.id === id) ?? null)) ?? null;

/** The first sample whose answer is the joined one. */
const speaker = (samples: readonly JudgedSample[], id: string, joined: JoinedAnswer): JudgedCriterion | null =>
  samples
    .map((sample) => answerTo(sample, id))
    .find((one) => one?.state === joined.state && JSON.stringify(one.value ?? null) === JSON.stringify(joined.value)) ??
  null;

const knownSteps = (said: JudgedCriterion | null): readonly number[] =>
  (said?.steps ?? []).filter((step) => !said?.unknownSteps.includes(step));

const reasons: Readonly<Record<string, string>> = {
  cannot_judge: 'the judge answered that it cannot judge',
  undecided: 'the samples say different things, and none of it more than half of them',
  unreadable: 'no answer could be read',
  missing: 'the reply has no overall answer',
  na: 'the judge answered that it does not apply',
};

/** One line of the judge's file out of all samples of one item. */
export const buildJudgeLine = (
  judge: string,
  rubric: Rubric,
  item: JudgedItem,
  saw: JudgeSaw,
  samples: readonly SampleRecord[],
  settings: string,
): JudgeLine => {
  const read: readonly JudgedSample[] = samples.flatMap(({ swapped, answers }) =>
    answers === null ? [] : [{ swapped, reply: answers }],
  );
  const overall = joinAnswers(read, 'overall');
  const spoken = speaker(read, 'overall', overall);
  const criteria = rubric.criteria.flatMap(({ id }) => {
    if (!read.some((sample) => answerTo(sample, id) !== null)) return [];
    const joined = joinAnswers(read, id);
    const said = speaker(read, id, joined);
    return [[id, { ...joined, reason: said?.reason ?? null, steps: knownSteps(said) }] as const];
  });
  const isMode = rubric.overall.pairsWith.some(({ field }) => field === 'judge.failureMode');
  const why = reasons[overall.state] ?? 'no answer could be read';
  return {
    judge,
    rubric: `${rubric.id}@${rubric.version.split('.')[0]}`,
    unit: item.unit,
    run: item.run,
    instance_id: item.instanceId,
    attempt: item.attempt,
    overall: overall.value,
    reason: overall.state === 'value' ? null : read.length === 0 ? 'no reply could be read' : why,
    rationale: spoken?.reason ?? null,
    saw,
    criteria: Object.fromEntries(criteria),
    samplesSay: overall,
    contradictions: [...new Set(read.flatMap(({ reply }) => reply.contradictions))],
    ...(item.unit === 'trajectory'
      ? { unknownSteps: [...new Set(read.flatMap(({ reply }) => unknownStepsOf(reply)))] }
      : {}),
    unreadable: samples.filter(({ answers }) => answers === null || answers.criteria === null).length,
    subject: item.subject,
    ...(item.trajectory === null ? {} : { trajectory: item.trajectory }),
    ...(isMode ? { failureMode: typeof overall.value === 'string' ? overall.value : null } : {}),
    settings,
    usage: usageOf(samples),
    costUsd: sumOf(samples.map(({ costUsd }) => costUsd)),
    samples,
  };
};
