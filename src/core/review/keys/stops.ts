import type { FormAnswers } from '../form/answers';
import type { FormContext } from '../form/formContext';
import type { FormState } from '../form/formState';
import { isLocked, pointsOf } from '../form/shownCriteria';
import type { Criterion, Rubric } from '../rubric/rubric';

/** One place where the focus can stand. A checklist has one for each point; `overall` is the last criterion. */
export type Stop =
  | { readonly kind: 'criterion'; readonly id: string; readonly point: string | null }
  | { readonly kind: 'severity' | 'ownConfidence'; readonly id: string }
  | { readonly kind: 'confidence' | 'failureMode' | 'taskDefect' | 'note' };

export const sameStop = (left: Stop, right: Stop): boolean =>
  left.kind === right.kind &&
  ('id' in left ? left.id : null) === ('id' in right ? right.id : null) &&
  ('point' in left ? left.point : null) === ('point' in right ? right.point : null);

const stopsOfCriterion = (asked: Criterion, state: FormState, context: FormContext): readonly Stop[] => {
  const { id } = asked;
  const own: readonly Stop[] =
    asked.kind === 'checklist'
      ? pointsOf(asked, context).map((point) => ({ kind: 'criterion', id, point: point.id }))
      : [{ kind: 'criterion', id, point: null }];
  return [
    ...own,
    ...(state.severityOf.includes(id) ? [{ kind: 'severity' as const, id }] : []),
    ...(asked.confidence ? [{ kind: 'ownConfidence' as const, id }] : []),
  ];
};

/** Every stop of the form as it is shown, in reading order. Answers of locked stages can't be reached. */
export const stopsOf = (
  rubric: Rubric,
  answers: FormAnswers,
  context: FormContext,
  state: FormState,
): readonly Stop[] => [
  ...state.asked
    .filter((asked) => !isLocked(rubric, answers, asked))
    .flatMap((asked) => stopsOfCriterion(asked, state, context)),
  ...(state.confidenceAsked ? [{ kind: 'confidence' as const }] : []),
  ...(state.failureModeAsked ? [{ kind: 'failureMode' as const }] : []),
  ...(state.taskDefectAsked ? [{ kind: 'taskDefect' as const }] : []),
  ...(state.nextStage === null ? [{ kind: 'note' as const }] : []),
];
