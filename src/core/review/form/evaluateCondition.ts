import type { Condition } from '../rubric/condition';
import type { OptionValue } from '../rubric/rubric';
import type { AnswerValue } from './answers';
import type { FormContext } from './formContext';

/** Value answered to a criterion that is shown; undefined where it is hidden, open, not applicable or not judged. */
export type ValueOf = (id: string) => AnswerValue | undefined;

/** The single values in an answer: one for most kinds, several for multi and checklist. */
export const valuesOf = (value: AnswerValue | undefined): readonly OptionValue[] => {
  if (value === undefined) return [];
  if (typeof value !== 'object') return [value];
  return Array.isArray(value) ? value : Object.values(value as Readonly<Record<string, OptionValue>>);
};

const meetsCriterion = (
  condition: Condition & { readonly kind: 'is' | 'has' | 'atLeast' },
  value: AnswerValue | undefined,
): boolean => {
  const values = valuesOf(value);
  if (condition.kind === 'is') return values.some((one) => condition.values.includes(one));
  if (condition.kind === 'has') return values.includes(condition.value);
  return values.some((one) => typeof one === 'number' && one >= condition.value);
};

/** Whether a condition holds. What is unknown, unanswered or not judged meets no condition (and so meets `not`). */
export const meets = (condition: Condition, valueIn: ValueOf, context: FormContext): boolean => {
  switch (condition.kind) {
    case 'is':
    case 'has':
    case 'atLeast':
      return meetsCriterion(condition, valueIn(condition.criterion));
    case 'overall':
      return valuesOf(valueIn('overall')).some((value) => condition.values.includes(value));
    case 'visible':
      return context.visible.includes(condition.pane);
    case 'unit':
      return (Object.hasOwn(context.unit, condition.field) ? (context.unit[condition.field] ?? []) : []).some((label) =>
        condition.values.includes(label),
      );
    case 'all':
      return condition.of.every((inner) => meets(inner, valueIn, context));
    case 'any':
      return condition.of.some((inner) => meets(inner, valueIn, context));
    case 'not':
      return !meets(condition.of, valueIn, context);
  }
};
