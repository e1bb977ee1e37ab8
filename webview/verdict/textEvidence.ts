import {
  answerTo,
  type Evidence,
  type FormAnswers,
  type TextEvidence,
  withAnswer,
} from '../../src/core/review/form/answers';

const blank: TextEvidence = { kind: 'text', input: '', expected: '', got: '' };

const isBlank = (evidence: Evidence): boolean =>
  evidence.kind === 'text' && `${evidence.input}${evidence.expected}${evidence.got}`.trim() === '';

/** Opens a counterexample to be typed, unless an empty one is open already. */
export const withOpenText = (answers: FormAnswers, criterion: string): FormAnswers => {
  const { evidence } = answerTo(answers, criterion);
  return evidence.some(({ kind }) => kind === 'text')
    ? answers
    : withAnswer(answers, criterion, { evidence: [...evidence, blank] });
};

export const withEvidence = (answers: FormAnswers, criterion: string, evidence: Evidence): FormAnswers =>
  withAnswer(answers, criterion, { evidence: [...answerTo(answers, criterion).evidence, evidence] });

export const withTyped = (answers: FormAnswers, criterion: string, index: number, typed: TextEvidence): FormAnswers =>
  withAnswer(answers, criterion, { evidence: answerTo(answers, criterion).evidence.with(index, typed) });

export const withoutEvidence = (answers: FormAnswers, criterion: string, index: number): FormAnswers =>
  withAnswer(answers, criterion, {
    evidence: answerTo(answers, criterion).evidence.filter((_one, at) => at !== index),
  });

/** Fields that were opened and left empty are nobody's evidence. */
export const withoutBlankText = (answers: FormAnswers): FormAnswers => {
  const ids = [...Object.keys(answers.criteria), 'overall'];
  return ids.reduce((kept, id) => {
    const { evidence } = answerTo(kept, id);
    return evidence.some(isBlank) ? withAnswer(kept, id, { evidence: evidence.filter((one) => !isBlank(one)) }) : kept;
  }, answers);
};
