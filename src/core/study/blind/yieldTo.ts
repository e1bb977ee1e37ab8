import type { Rubric } from '../../review/rubric/rubric';
import type { BlindFacet } from '../hiddenFromRater';
import type { Blinding } from '../studyFile';

/** Panes as rubrics name them, with what has to be shown for each. */
const shownFor: Readonly<Record<string, readonly BlindFacet[]>> = {
  gold: ['gold'],
  test_patch: ['gold', 'tests'],
  tests: ['tests'],
  log: ['tests'],
  timing: ['tests'],
  coverage: ['tests'],
  trajectory: ['trajectory', 'signals'],
};

/** What a rubric can't be answered without; of a trajectory its signs as well, which are to be looked at. */
export const neededBy = ({ needs }: Pick<Rubric, 'needs'>): readonly BlindFacet[] => [
  ...new Set(needs.flatMap((pane) => shownFor[pane] ?? [])),
];

/** The study's blinding for one item: what would only wait for the verdict is shown where the rubric needs it. */
export const yieldTo = (blinding: Blinding, needed: readonly BlindFacet[]): Blinding => {
  const soon = needed.filter((facet) => blinding[facet] === 'after-verdict');
  return { ...blinding, ...Object.fromEntries(soon.map((facet) => [facet, 'at-once' as const])) };
};
