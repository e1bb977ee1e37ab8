import { answerTo, type FormAnswers, withAnswer } from '../form/answers';
import { chooseFailureMode, chooseOption, toggleTaskDefect } from '../form/choose';
import { needsWords } from '../form/evidenceWords';
import { evidenceMissing } from '../form/missing';
import type { Criterion } from '../rubric/rubric';
import { askedAt, ignored, type KeyState, move, type Pressed, say, stay } from './keyState';
import { optionFor } from './optionKeys';

/** After an answer the focus moves by itself, but stays where that answer still wants evidence. */
export const afterAnswer = (state: KeyState, asked: Criterion): Pressed => {
  if (!evidenceMissing(asked, answerTo(state.answers, asked.id))) return stay(move(state, 1));
  if (asked.evidence.kinds.includes('text')) return stay(state, { kind: 'typeEvidence', criterion: asked.id });
  return say(state, `${needsWords(asked, answerTo(state.answers, asked.id))} Key e adds it.`);
};

const answer = (state: KeyState, key: string): Pressed => {
  const asked = askedAt(state);
  const point = state.stop.kind === 'criterion' ? state.stop.point : null;
  const option = asked && optionFor(asked.options, asked.kind, key);
  if (!asked || !option) return ignored(state);
  const answered = { ...state, answers: chooseOption(state.answers, asked, option.value, point) };
  return asked.kind === 'multi' ? stay(answered) : afterAnswer(answered, asked);
};

const rateFive = (state: KeyState, key: string, put: (value: number) => FormAnswers): Pressed =>
  /^[1-5]$/.test(key) ? stay(move({ ...state, answers: put(Number(key)) }, 1)) : ignored(state);

const answerSeverity = (state: KeyState, id: string, key: string): Pressed => {
  const level = askedAt(state)?.severity?.levels[Number(key) - 1];
  if (level === undefined) return ignored(state);
  return stay(move({ ...state, answers: withAnswer(state.answers, id, { severity: level }) }, 1));
};

/** Digits, y, n and a rubric's own option keys, for whatever has the focus. */
export const choose = (state: KeyState, key: string): Pressed => {
  const { stop, rubric, answers } = state;
  if (stop.kind === 'criterion') return answer(state, key);
  if (stop.kind === 'severity') return answerSeverity(state, stop.id, key);
  if (stop.kind === 'ownConfidence')
    return rateFive(state, key, (confidence) => withAnswer(answers, stop.id, { confidence }));
  if (stop.kind === 'confidence') return rateFive(state, key, (confidence) => ({ ...answers, confidence }));
  if (stop.kind === 'note') return ignored(state);
  const option = optionFor(rubric[stop.kind].options, null, key);
  if (!option) return ignored(state);
  const value = String(option.value);
  if (stop.kind === 'taskDefect') return stay({ ...state, answers: toggleTaskDefect(answers, rubric, value) });
  return stay(move({ ...state, answers: chooseFailureMode(answers, value) }, 1));
};
