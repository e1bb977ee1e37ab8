import type { Criterion } from '../rubric/rubric';
import type { Answer } from './answers';
import { valuesOf } from './evaluateCondition';
import { needsInFull } from './evidenceWords';
import type { FormContext } from './formContext';
import { pointsOf } from './shownCriteria';

/** Where something is missing: a criterion (or `overall`) or one of the blocks after them. */
export type MissingAt =
  | { readonly kind: 'criterion'; readonly id: string }
  | { readonly kind: 'confidence' | 'taskDefect' | 'failureMode' | 'note' }
  | { readonly kind: 'consistency'; readonly id: string };

/** One thing that stands between the answers and a verdict, with the words to show. */
export interface Missing {
  readonly at: MissingAt;
  readonly text: string;
}

export const isAnswered = (asked: Criterion, answer: Answer, context: FormContext): boolean => {
  const { given } = answer;
  if (given === null) return asked.kind === 'text' && answer.evidence.length > 0;
  if (given.kind !== 'value') return true;
  if (asked.kind === 'checklist') {
    const value = typeof given.value === 'object' && !Array.isArray(given.value) ? given.value : {};
    return pointsOf(asked, context).every(({ id }) => Object.hasOwn(value, id));
  }
  if (asked.kind === 'multi') return valuesOf(given.value).length > 0;
  return asked.kind !== 'text' || String(given.value).trim() !== '' || answer.evidence.length > 0;
};

/** Whether the answer is one for which the criterion wants evidence. */
const evidenceWanted = (asked: Criterion, answer: Answer): boolean => {
  if (asked.evidence.min === 0 || answer.given?.kind === 'na' || answer.given?.kind === 'cannotJudge') return false;
  const values = valuesOf(answer.given?.value);
  const { when } = asked.evidence;
  if (asked.kind === 'text') return when === null && (asked.required || answer.given !== null);
  return when === null ? values.length > 0 : values.some((value) => when.includes(value));
};

/** Evidence of a kind that the criterion takes; a text counts once its first field has words. */
const countedEvidence = (asked: Criterion, answer: Answer): number =>
  answer.evidence.filter(
    (one) => asked.evidence.kinds.includes(one.kind) && (one.kind !== 'text' || one.input.trim() !== ''),
  ).length;

export const evidenceMissing = (asked: Criterion, answer: Answer): boolean =>
  evidenceWanted(asked, answer) && countedEvidence(asked, answer) < asked.evidence.min;

export const severityAsked = (asked: Criterion, answer: Answer): boolean =>
  asked.severity !== null &&
  answer.given?.kind === 'value' &&
  valuesOf(answer.given.value).some((value) => asked.severity?.when.includes(value));

const evidenceFault = (asked: Criterion, answer: Answer): string | null => {
  const { max } = asked.evidence;
  if (max !== null && answer.evidence.length > max) return `takes at most ${max} pieces of evidence; remove one.`;
  return evidenceMissing(asked, answer) ? needsInFull(asked, answer) : null;
};

/** Answers that no key or click can give, but a draft or another program might hold. */
const valueFault = (asked: Criterion, answer: Answer): string | null => {
  const { given } = answer;
  if (given?.kind === 'na' && !asked.na) return '"not applicable" isn\'t offered here.';
  if (given?.kind === 'cannotJudge' && !asked.cannotJudge) return '"cannot judge" isn\'t offered here.';
  if (given?.kind !== 'value' || asked.kind === 'text') return null;
  const values = valuesOf(given.value);
  const strange = values.find((value) => !asked.options.some((option) => option.value === value));
  if (strange !== undefined) return `"${strange}" isn't one of the answers.`;
  if (values.length > 1 && values.some((value) => asked.exclusive.includes(value)))
    return 'holds an answer that excludes the others.';
  return null;
};

/** What is missing in the answer to one criterion, or wrong with it, as sentences. */
export const faultsOf = (asked: Criterion, answer: Answer, context: FormContext): readonly string[] => {
  const answered = isAnswered(asked, answer, context);
  const levels = asked.severity?.levels ?? [];
  const faults = [
    answered || !asked.required ? null : 'not answered.',
    valueFault(asked, answer),
    evidenceFault(asked, answer),
    severityAsked(asked, answer) && !levels.includes(answer.severity ?? '') ? "how severe isn't said." : null,
    asked.confidence && answer.given?.kind === 'value' && answer.confidence === null ? "confidence isn't said." : null,
  ];
  return faults.filter((fault) => fault !== null);
};
