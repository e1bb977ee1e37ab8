import type { Criterion, OptionValue, Rubric } from '../rubric/rubric';
import { answerTo, type FormAnswers, withAnswer } from './answers';
import { valuesOf } from './evaluateCondition';

const toggled = (values: readonly OptionValue[], value: OptionValue): readonly OptionValue[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

/** A value that excludes the others drops them, and is dropped by any of them. */
const toggledMulti = (asked: Criterion, chosen: readonly OptionValue[], value: OptionValue): readonly OptionValue[] => {
  const excludes = asked.exclusive.includes(value);
  const kept = chosen.filter((one) => one === value || (!excludes && !asked.exclusive.includes(one)));
  const next = toggled(kept, value);
  return asked.options.map((option) => option.value).filter((one) => next.includes(one));
};

const pointValues = (value: unknown): Readonly<Record<string, OptionValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, OptionValue>>)
    : {};

/** Takes one option as answer: sets it, toggles it (multi), or answers one point (checklist). */
export const chooseOption = (
  answers: FormAnswers,
  asked: Criterion,
  value: OptionValue,
  point: string | null,
): FormAnswers => {
  const answer = answerTo(answers, asked.id);
  const before = answer.given?.kind === 'value' ? answer.given.value : undefined;
  if (asked.kind === 'multi') {
    const chosen = toggledMulti(asked, valuesOf(before), value);
    const given = chosen.length > 0 ? { kind: 'value' as const, value: chosen } : null;
    return withAnswer(answers, asked.id, { given });
  }
  if (asked.kind === 'checklist' && point !== null)
    return withAnswer(answers, asked.id, {
      given: { kind: 'value', value: { ...pointValues(before), [point]: value } },
    });
  return withAnswer(answers, asked.id, { given: { kind: 'value', value } });
};

/** Words as the answer to a text criterion; blank words are no answer. */
export const chooseText = (answers: FormAnswers, asked: Criterion, words: string): FormAnswers =>
  withAnswer(answers, asked.id, { given: words.trim() === '' ? null : { kind: 'value', value: words } });

export const toggleTaskDefect = (answers: FormAnswers, rubric: Rubric, value: string): FormAnswers => {
  const next = toggled(answers.taskDefect, value);
  const order = rubric.taskDefect.options.map((option) => String(option.value));
  return { ...answers, taskDefect: order.filter((one) => next.includes(one)) };
};

/** A second choice of the same mode takes it back: it is optional in most rubrics. */
export const chooseFailureMode = (answers: FormAnswers, value: string): FormAnswers => ({
  ...answers,
  failureMode: answers.failureMode === value ? null : value,
});
