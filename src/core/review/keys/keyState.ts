import type { FormAnswers } from '../form/answers';
import type { FormContext } from '../form/formContext';
import { type FormState, formState } from '../form/formState';
import type { Missing } from '../form/missing';
import type { Criterion, Rubric } from '../rubric/rubric';
import { type Stop, sameStop, stopsOf } from './stops';

/** What the keyboard machine works on. `saved`: the verdict is stored, the answers stand until they are amended. */
export interface KeyState {
  readonly rubric: Rubric;
  readonly context: FormContext;
  readonly answers: FormAnswers;
  readonly stop: Stop;
  readonly saved: boolean;
}

/** What a key asks of the outside. `typeEvidence`, `typeText`: the text field of that place takes the focus. */
export type KeyEffect =
  | { readonly kind: 'addEvidence' | 'typeEvidence'; readonly criterion: string }
  | { readonly kind: 'typeText'; readonly stop: Stop }
  | { readonly kind: 'submit' | 'advance' | 'next' | 'skip' | 'undo' | 'instructions' }
  | { readonly kind: 'refused'; readonly missing: readonly Missing[] }
  | { readonly kind: 'say'; readonly text: string };

export interface Pressed {
  readonly state: KeyState;
  readonly effects: readonly KeyEffect[];
  /** Whether the key means something here; one that doesn't goes on to VS Code. */
  readonly handled: boolean;
}

export const stay = (state: KeyState, ...effects: readonly KeyEffect[]): Pressed => ({ state, effects, handled: true });
export const say = (state: KeyState, text: string): Pressed => stay(state, { kind: 'say', text });
export const ignored = (state: KeyState): Pressed => ({ state, effects: [], handled: false });

export const formOf = ({ rubric, answers, context }: KeyState): FormState => formState(rubric, answers, context);
export const stopsIn = (state: KeyState): readonly Stop[] =>
  stopsOf(state.rubric, state.answers, state.context, formOf(state));

export const askedAt = (state: KeyState): Criterion | null => {
  const { stop, rubric } = state;
  if (!('id' in stop)) return null;
  return stop.id === 'overall' ? rubric.overall : (rubric.criteria.find(({ id }) => id === stop.id) ?? null);
};

/** Moves by a number of stops; from a place that vanished to the first stop. */
export const move = (state: KeyState, by: number): KeyState => {
  const stops = stopsIn(state);
  const here = stops.findIndex((one) => sameStop(one, state.stop));
  const stop = stops[Math.min(Math.max(here + by, 0), stops.length - 1)];
  return stop ? { ...state, stop } : state;
};
