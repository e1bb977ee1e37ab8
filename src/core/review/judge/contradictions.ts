import { meets, type ValueOf } from '../form/evaluateCondition';
import type { FormContext } from '../form/formContext';
import type { Criterion, Rubric } from '../rubric/rubric';
import type { JudgedCriterion } from './judgeAnswer';
import { hintWords, textAgainstLabel } from './textAgainstLabel';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What a reason says the answer is, in so many words: `the answer is false`, `verdict: wrong`. */
const saidIn = (reason: string, { options }: Criterion): readonly unknown[] =>
  options.flatMap(({ value }) => {
    const word = escaped(String(value)).replaceAll('_', '[_ ]');
    const says = new RegExp(
      `\\b(?:answer|verdict|conclusion|overall|rating)(?: is|:| would be| must be)[ "'*\`]*${word}\\b`,
      'i',
    );
    return says.test(reason) ? [value] : [];
  });

/** Of an overall answer right or wrong also what its reason comes to, by the rules that imported judges are read with. */
const ofText = ({ id, value, reason }: JudgedCriterion): readonly string[] => {
  if (id !== 'overall' || (value !== 'right' && value !== 'wrong')) return [];
  const hint = textAgainstLabel(reason ?? '', value);
  return hint === null ? [] : [`overall: ${hintWords(hint, value)}`];
};

const ofReason = (answered: JudgedCriterion, asked: Criterion | undefined): readonly string[] => {
  if (answered.state !== 'value' || answered.reason === null || asked === undefined) return [];
  const said = saidIn(answered.reason.slice(0, 20_000), asked);
  if (said.length === 0) return ofText(answered);
  if (said.length !== 1 || typeof answered.value === 'object' || said[0] === answered.value) return [];
  return [
    `${answered.id}: the reason says ${JSON.stringify(said[0])}, the answer is ${JSON.stringify(answered.value)}.`,
  ];
};

/**
 * Where an answer contradicts its own reason (in so many words), and where answers contradict each other by the rubric's own
 * rules of consistency. Told and counted; no answer is changed for it.
 */
export const contradictionsOf = (
  criteria: readonly JudgedCriterion[],
  overall: JudgedCriterion,
  { rubric, form }: { readonly rubric: Rubric; readonly form: FormContext },
): readonly string[] => {
  const all = [...criteria, overall];
  const valueIn: ValueOf = (id) => all.find((one) => one.id === id)?.value ?? undefined;
  const questions = [...rubric.criteria, rubric.overall];
  return [
    ...all.flatMap((one) =>
      ofReason(
        one,
        questions.find(({ id }) => id === one.id),
      ),
    ),
    ...rubric.consistency.filter(({ when }) => meets(when, valueIn, form)).map(({ id, say }) => `${id}: ${say}`),
  ];
};
