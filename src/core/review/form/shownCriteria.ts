import type { Criterion, Point, Rubric } from '../rubric/rubric';
import { answerTo, type FormAnswers } from './answers';
import { meets, type ValueOf } from './evaluateCondition';
import type { FormContext } from './formContext';

/** Points of a checklist criterion: the rubric's own, or the instance's. */
export const pointsOf = (asked: Criterion, context: FormContext): readonly Point[] => {
  if (asked.points === null) return [];
  return asked.points.kind === 'list' ? asked.points.points : context.points;
};

const stageIndex = (rubric: Rubric, stage: string | null): number =>
  Math.max(
    0,
    rubric.stages.findIndex(({ id }) => id === stage),
  );

/** Stage that is open now, counted from 0; the last one is where the verdict is submitted. */
export const openStage = (rubric: Rubric, answers: FormAnswers): number =>
  Math.min(answers.lockedStages.length, Math.max(0, rubric.stages.length - 1));

/** Whether a criterion's answer is fixed because its stage was left. */
export const isLocked = (rubric: Rubric, answers: FormAnswers, asked: Criterion): boolean => {
  const stage = rubric.stages[stageIndex(rubric, asked.stage)];
  return stage?.locks === true && answers.lockedStages.includes(stage.id);
};

/** Reads answers of shown criteria only: what is hidden was not asked, whatever was typed before it vanished. */
export const valueReader =
  (answers: FormAnswers, shown: ReadonlySet<string>): ValueOf =>
  (id) => {
    if (id !== 'overall' && !shown.has(id)) return undefined;
    const { given } = answerTo(answers, id);
    return given?.kind === 'value' ? given.value : undefined;
  };

/** The criteria asked now, in order. Each `showIf` sees the earlier criteria that are shown themselves. */
export const shownCriteria = (rubric: Rubric, answers: FormAnswers, context: FormContext): readonly Criterion[] => {
  const shown = new Set<string>();
  const valueIn = valueReader(answers, shown);
  const stage = openStage(rubric, answers);
  return rubric.criteria.filter((asked) => {
    if (stageIndex(rubric, asked.stage) > stage) return false;
    if (asked.kind === 'checklist' && pointsOf(asked, context).length === 0) return false;
    if (asked.showIf && !meets(asked.showIf, valueIn, context)) return false;
    shown.add(asked.id);
    return true;
  });
};
