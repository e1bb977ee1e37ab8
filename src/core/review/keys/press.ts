import { answerTo, type FormAnswers, withAnswer } from '../form/answers';
import type { FormContext } from '../form/formContext';
import { formState } from '../form/formState';
import { evidenceMissing, type Missing } from '../form/missing';
import type { Rubric } from '../rubric/rubric';
import { choose } from './answerByKey';
import { askedAt, formOf, ignored, type KeyState, move, type Pressed, say, stay, stopsIn } from './keyState';
import { type Stop, stopsOf } from './stops';

const jump = (state: KeyState, matches: (stop: Stop) => boolean, absent: string): Pressed => {
  const stop = stopsIn(state).find(matches);
  return stop ? stay({ ...state, stop }) : say(state, absent);
};

const giveUp = (state: KeyState, kind: 'na' | 'cannotJudge'): Pressed => {
  const asked = state.stop.kind === 'criterion' ? askedAt(state) : null;
  const words = kind === 'na' ? 'Not applicable' : 'Cannot judge';
  if (!asked?.[kind]) return say(state, `${words} isn't offered here.`);
  return stay(move({ ...state, answers: withAnswer(state.answers, asked.id, { given: { kind } }) }, 1));
};

const addEvidence = (state: KeyState): Pressed => {
  const asked = askedAt(state);
  if (!asked) return say(state, 'Evidence belongs to a criterion: go to one first (j, k).');
  const places = asked.evidence.kinds.some((kind) => kind !== 'text');
  return stay(state, { kind: places ? 'addEvidence' : 'typeEvidence', criterion: asked.id });
};

/** The stop at which something is missing. */
const stopOfMissing = (missing: Missing, stops: readonly Stop[]): Stop | null => {
  const { at } = missing;
  if (at.kind === 'consistency') return null;
  return (
    stops.find((stop) => stop.kind === at.kind && (at.kind !== 'criterion' || ('id' in stop && stop.id === at.id))) ??
    null
  );
};

const submit = (state: KeyState): Pressed => {
  if (state.saved) return stay(state, { kind: 'next' });
  const { missing, nextStage } = formOf(state);
  const first = missing[0];
  if (!first) return stay(state, { kind: nextStage === null ? 'submit' : 'advance' });
  const stop = stopOfMissing(first, stopsIn(state)) ?? state.stop;
  return stay({ ...state, stop }, { kind: 'refused', missing });
};

const enter = (state: KeyState): Pressed => {
  const asked = askedAt(state);
  const types = state.stop.kind === 'note' || (state.stop.kind === 'criterion' && asked?.kind === 'text');
  return types && !state.saved ? stay(state, { kind: 'typeText', stop: state.stop }) : stay(move(state, 1));
};

const toNote = (state: KeyState): Pressed => {
  const moved = jump(state, ({ kind }) => kind === 'note', 'The note comes with the last stage.');
  const there = moved.state.stop.kind === 'note';
  return there ? { ...moved, effects: [{ kind: 'typeText', stop: moved.state.stop }] } : moved;
};

type Action = (state: KeyState) => Pressed;

/** Keys that act in every state of the form. */
const always: Readonly<Record<string, Action>> = {
  j: (state) => stay(move(state, 1)),
  k: (state) => stay(move(state, -1)),
  Enter: enter,
  'Ctrl+Enter': submit,
  u: (state) => stay(state, { kind: 'undo' }),
  '?': (state) => stay(state, { kind: 'instructions' }),
};

/** Keys that change answers, or go where they are given: dead once the verdict is stored. */
const whileRating: Readonly<Record<string, Action>> = {
  x: (state) => giveUp(state, 'cannotJudge'),
  '-': (state) => giveUp(state, 'na'),
  e: addEvidence,
  o: (state) => jump(state, (stop) => 'id' in stop && stop.id === 'overall', 'Overall comes with the last stage.'),
  c: (state) => jump(state, ({ kind }) => kind === 'confidence', "Confidence isn't asked here."),
  d: (state) => jump(state, ({ kind }) => kind === 'taskDefect', "Task defects aren't asked here."),
  m: (state) => jump(state, ({ kind }) => kind === 'failureMode', "The failure mode isn't asked for this answer."),
  t: toNote,
  s: (state) => stay(state, { kind: 'skip' }),
};

const jumpToLetter = (state: KeyState, key: string): Pressed => {
  const asked = state.rubric.criteria.find(({ focusKey }) => focusKey === key);
  if (!asked) return ignored(state);
  return jump(state, (stop) => 'id' in stop && stop.id === asked.id, `${asked.id} isn't asked here.`);
};

/**
 * The keyboard of the verdict view, as a table of the rubric format: a key (as `KeyboardEvent.key`, or `Ctrl+Enter`) on
 * a state gives the next state and what is to be done outside. Only for keys pressed outside text fields.
 */
export const press = (state: KeyState, key: string): Pressed => {
  const action = Object.hasOwn(always, key) ? always[key] : undefined;
  if (action) return action(state);
  if (state.saved) return ignored(state);
  const rating = Object.hasOwn(whileRating, key) ? whileRating[key] : undefined;
  if (rating) return rating(state);
  const chosen = choose(state, key);
  return chosen.handled ? chosen : jumpToLetter(state, key);
};

/** Called once evidence was added, or typed and left by Enter: the focus goes on where nothing more is wanted. */
export const afterEvidence = (state: KeyState, criterion: string): KeyState => {
  const asked = askedAt(state);
  if (asked?.id !== criterion || evidenceMissing(asked, answerTo(state.answers, criterion))) return state;
  return answerTo(state.answers, criterion).given === null && asked.kind !== 'text' ? state : move(state, 1);
};

/** Where the focus stands when a form opens: the first stop without an answer. */
export const firstStop = (rubric: Rubric, answers: FormAnswers, context: FormContext): Stop => {
  const form = formState(rubric, answers, context);
  const stops = stopsOf(rubric, answers, context, form);
  const missing = form.missing.map((one) => stopOfMissing(one, stops)).find((stop) => stop !== null);
  return missing ?? stops.at(-1) ?? { kind: 'note' };
};
