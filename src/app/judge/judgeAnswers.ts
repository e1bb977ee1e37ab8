import type { AnswerValue } from '../../core/review/form/answers';
import { labelWords, samplesWords, sawWords } from '../../core/study/judges/importWords';
import type { PlacedAnswer } from '../../core/study/judges/joinJudge';
import type { HiddenUntil } from '../../core/study/studyFile';
import type { JudgeAnswer } from '../../protocol/judges';
import type { RevealedFact } from '../../protocol/verdict';
import type { ReadJudge } from './studyJudges';

/** An answer to one question as people say it. */
export const inWords = (value: AnswerValue | null): string | null => {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const answerOf = ({ id, rubric }: ReadJudge, { answer, contradictions }: PlacedAnswer): JudgeAnswer => ({
  judge: id,
  rubric: rubric ?? answer.rubric,
  label: labelWords(answer),
  overall: typeof answer.overall === 'string' ? answer.overall : null,
  said: answer.said === answer.overall ? null : answer.said,
  rationale: answer.rationale,
  criteria: answer.criteria.map((one) => ({ id: one.id, value: inWords(one.value), rationale: one.rationale })),
  model: answer.model,
  promptSha256: answer.promptSha256,
  saw: sawWords(answer.saw),
  samples: samplesWords(answer.samples),
  contradictions,
  place: `${answer.place.file} ${answer.place.words}`,
});

/** What the judges of a study say of one run's answer to an instance, and of the instance itself. */
export const judgeAnswersOn = (
  judges: readonly ReadJudge[],
  instanceId: string,
  runId: string,
): readonly JudgeAnswer[] =>
  judges.flatMap((judge) =>
    judge.join.joined
      .filter((one) => one.instanceId === instanceId && (one.runId === runId || one.runId === null))
      .map((one) => answerOf(judge, one)),
  );

/** Whether a rater may see judges' answers on an item. */
export const judgesShown = (until: HiddenUntil, hasVerdict: boolean): boolean =>
  until === 'at-once' || (until === 'after-verdict' && hasVerdict);

const longest = 8000;

/** The rationale stands first beside the label; what contradicts it above. */
const detailOf = ({ contradictions, rationale, saw, criteria }: JudgeAnswer): string | null => {
  const lines = [
    ...contradictions.map((words) => `Its text and its label disagree. ${words}`),
    ...(rationale === null ? [] : [rationale]),
    ...criteria.map(
      ({ id, value, rationale: why }) => `${id}: ${value ?? 'no answer'}${why === null ? '' : `. ${why}`}`,
    ),
    ...(saw === null ? [] : [`The judge ${saw}.`]),
  ];
  const text = lines.join('\n\n');
  return text === '' ? null : text.length > longest ? `${text.slice(0, longest)}…` : text;
};

/** Each judge's label with its rationale, to stand beside a verdict that was given; `overall` is the person's answer. */
export const judgeFacts = (answers: readonly JudgeAnswer[], overall: unknown): readonly RevealedFact[] =>
  answers.map((answer): RevealedFact => {
    const said = answer.said === null ? '' : ` (${answer.said})`;
    const isApart = answer.overall !== null && typeof overall === 'string' && answer.overall !== overall;
    const differs = answer.contradictions.length > 0 || isApart;
    return {
      name: `Judge ${answer.judge}`,
      value: `${answer.label}${said}${isApart ? `, and you say ${overall}` : ''}`,
      mark: differs ? 'differs' : answer.overall === null ? 'none' : 'plain',
      detail: detailOf(answer),
    };
  });
