import { conditionsIn } from '../rubric/condition';
import type { Criterion, Point, Rubric } from '../rubric/rubric';

const optionLine = ({ value, label, anchor }: Criterion['options'][number]): string =>
  `  - ${JSON.stringify(value)} (${label}): ${anchor}`;

const kindWords = ({ kind }: Criterion): string => {
  if (kind === 'multi') return 'a list of the values below, which may be empty';
  if (kind === 'checklist') return 'an object that gives one of the values below to each point';
  return kind === 'text' ? 'a short text' : 'one of the values below';
};

/** When a question is not asked, in words; '' where it always is or the condition is none that words hold. */
const conditionWords = ({ showIf }: Criterion): string => {
  if (showIf === null) return '';
  const simple = conditionsIn(showIf).flatMap((one) =>
    one.kind === 'is' ? [`${one.criterion} is ${one.values.map((value) => JSON.stringify(value)).join(' or ')}`] : [],
  );
  return simple.length === 1
    ? `\n  Only where ${simple[0]}; else answer null.`
    : '\n  Where it does not apply, answer null.';
};

const specials = ({ na, cannotJudge }: Criterion): readonly string[] => [
  ...(cannotJudge ? ['  - "cannot_judge": what you were shown does not settle it.'] : []),
  ...(na ? ['  - "na": the question does not make sense here.'] : []),
];

const questionText = (asked: Criterion, points: readonly Point[], swapped: boolean): string => {
  const options = swapped ? [...asked.options].reverse() : asked.options;
  return [
    `* ${asked.id}: ${asked.question}`,
    ...(asked.help === null ? [] : [`  ${asked.help}`]),
    `  Answer with ${kindWords(asked)}.${conditionWords(asked)}`,
    ...options.map(optionLine),
    ...(asked.kind === 'checklist' ? points.map(({ id, text }) => `  point ${JSON.stringify(id)}: ${text}`) : []),
    ...specials(asked),
  ].join('\n');
};

/** Points of a checklist: the rubric's own, or the instance's. */
export const judgePoints = ({ points }: Criterion, ofInstance: readonly Point[]): readonly Point[] =>
  points === null ? [] : points.kind === 'list' ? points.points : ofInstance;

/** The criteria that a judge is asked; those of a checklist without points are not. */
export const askedCriteria = (rubric: Rubric, points: readonly Point[]): readonly Criterion[] =>
  rubric.criteria.filter((asked) => asked.kind !== 'checklist' || judgePoints(asked, points).length > 0);

/** The questions in the rubric's order or, swapped, from last to first with their values from last to first. */
export const questionsText = (rubric: Rubric, points: readonly Point[], swapped: boolean): string => {
  const asked = askedCriteria(rubric, points);
  const ordered = swapped ? [...asked].reverse() : asked;
  return [...ordered, rubric.overall].map((one) => questionText(one, judgePoints(one, points), swapped)).join('\n\n');
};
