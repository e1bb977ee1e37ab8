import type { Hiding } from '../core/review/events/bodies';
import { type BlindFacet, type HiddenFromRater, hiddenFacets } from '../core/study/hiddenFromRater';

/** What is hidden of an item whose form is open. */
export interface ItemBlinding {
  /** Before the verdict. */
  readonly before: HiddenFromRater;
  /** As things stand. */
  readonly now: HiddenFromRater;
  readonly model: string | null;
  readonly onScreenOnly: boolean;
}

const words: Readonly<Record<BlindFacet, string>> = {
  model: 'model',
  tests: 'tests',
  judge: 'judge',
  gold: 'gold',
  peers: 'other raters',
  signals: 'signals',
  trajectory: 'trajectory',
};

/** As the form says it: `model`, `tests`, `other raters`. */
export const facetWords = (facets: readonly BlindFacet[]): readonly string[] => facets.map((facet) => words[facet]);

/** As events name what was on screen. */
const eventName = (facet: BlindFacet): string => (facet === 'model' ? 'model_name' : facet);

/** What an event keeps of it; undefined where nothing is hidden. */
export const hidingOf = ({ now, onScreenOnly }: ItemBlinding): Hiding | undefined => {
  const hidden = hiddenFacets(now).map(eventName);
  return hidden.length === 0 ? undefined : { hidden, by: onScreenOnly ? 'screen' : 'package' };
};

/** What the verdict has opened, as events name it. */
export const openedBy = ({ before, now }: ItemBlinding): readonly string[] =>
  hiddenFacets(before)
    .filter((facet) => !now[facet])
    .map(eventName);
