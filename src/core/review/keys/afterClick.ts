import type { Criterion } from '../rubric/rubric';
import { afterAnswer } from './answerByKey';
import type { KeyState } from './keyState';
import type { Stop } from './stops';

/** Where a click on an answer leaves the focus: as its key would, but several answers are clicked one by one. */
export const afterClick = (
  state: KeyState,
  asked: Criterion,
): { readonly stop: Stop; readonly typeEvidence: boolean } => {
  if (asked.kind === 'multi') return { stop: state.stop, typeEvidence: false };
  const { state: next, effects } = afterAnswer(state, asked);
  return { stop: next.stop, typeEvidence: effects.some(({ kind }) => kind === 'typeEvidence') };
};
