import type { Step } from '../step';
import { type StepText, stepTexts, type TextPart } from '../stepTexts';
import type { TextMatch } from './findPattern';

/** A match in one of a step's texts: characters from the beginning of that text. */
export interface StepHit extends TextMatch {
  readonly part: TextPart;
}

/**
 * Looks through texts: the matches of each, at most `most` in all. Null where it took too long and nothing is known.
 */
export type MatchTexts = (texts: readonly string[], most: number) => readonly (readonly TextMatch[])[] | null;

/** Every match in a step in the order in which it is shown. Null where the search took too long. */
export const hitsOfStep = (step: Step, match: MatchTexts, most: number): readonly StepHit[] | null => {
  const texts: readonly StepText[] = stepTexts(step).filter(({ text }) => text !== '');
  const found = match(
    texts.map(({ text }) => text),
    most,
  );
  return (
    found?.flatMap((matches, at) => matches.map((one) => ({ ...one, part: (texts[at] as StepText).part }))) ?? null
  );
};
