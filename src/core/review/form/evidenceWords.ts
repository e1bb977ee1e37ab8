import type { Criterion, EvidenceRule, OptionValue } from '../rubric/rubric';
import type { Answer } from './answers';
import { valuesOf } from './evaluateCondition';
import { kindWords } from './takesEvidence';

/** A rubric that asks for an input by name says all that is needed. */
const typed = /^Type the (input\b.*)$/;

const neededWords = ({ kinds, min, say }: EvidenceRule): string => {
  const input = kinds.includes('text') && min === 1 ? typed.exec(say ?? '')?.[1] : undefined;
  if (input !== undefined) return `an ${input}`;
  return `${min === 1 ? kindWords(kinds) : `${min} of these: ${kindWords(kinds)}`}.`;
};

/** An answer by its code where it has one (`ISE`), else by its label. */
const nameOf = (value: OptionValue, label: string): string =>
  typeof value === 'string' && /^[A-Z]{2,4}$/.test(value) ? value : label;

const answerName = ({ options }: Criterion, { given }: Answer): string => {
  const values = given?.kind === 'value' ? valuesOf(given.value) : [];
  const chosen = options.filter(({ value }) => values.includes(value));
  return chosen.map(({ value, label }) => nameOf(value, label)).join(', ') || 'This answer';
};

/** What an answer still needs: `ISE needs a step or a line.`, `No needs an input, what you expected, what it gives.` */
export const needsWords = (asked: Criterion, answer: Answer): string =>
  `${answerName(asked, answer)} needs ${neededWords(asked.evidence)}`;

/** The same with the rubric's own words on it. */
export const needsInFull = (asked: Criterion, answer: Answer): string => {
  const { say } = asked.evidence;
  const isSaid = say === null || typed.test(say);
  return isSaid ? needsWords(asked, answer) : `${needsWords(asked, answer)} ${say}`;
};
