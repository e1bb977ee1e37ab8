import type { Blinding, HiddenUntil } from './studyFile';

/** What a study can keep from its raters, as `blinding` of the study file names it. */
export const blindFacets = ['model', 'tests', 'judge', 'gold', 'peers', 'signals', 'trajectory'] as const;

/**
 * `model`: names of model, agent and run, cost, file names; `tests`: outcomes, results and logs; `judge`: what judges
 * say; `gold`: the reference solution; `peers`: what others say; `signals`: guesses of failure; `trajectory`: how the
 * run went.
 */
export type BlindFacet = (typeof blindFacets)[number];

/** What must not be told, facet by facet. */
export type HiddenFromRater = Readonly<Record<BlindFacet, boolean>>;

const each = (isHidden: (facet: BlindFacet) => boolean): HiddenFromRater => ({
  model: isHidden('model'),
  tests: isHidden('tests'),
  judge: isHidden('judge'),
  gold: isHidden('gold'),
  peers: isHidden('peers'),
  signals: isHidden('signals'),
  trajectory: isHidden('trajectory'),
});

export const nothingHidden: HiddenFromRater = each(() => false);
export const everythingHidden: HiddenFromRater = each(() => true);

/** The facets of these that are hidden, in the order in which they are named. */
export const hiddenFacets = (hidden: HiddenFromRater): readonly BlindFacet[] =>
  blindFacets.filter((facet) => hidden[facet]);

/** The same of a list of facets. */
export const hiddenOf = (facets: readonly BlindFacet[]): HiddenFromRater => each((facet) => facets.includes(facet));

/**
 * What is hidden from a rater of an item by the study's `blinding`. Nothing is where nobody judges: who develops and
 * rates nothing sees everything. While somebody does, what waits for the study's end or is never shown stays hidden after
 * the verdict as well.
 */
export const hiddenFromRater = (
  blinding: Pick<Blinding, BlindFacet>,
  { isRating, hasVerdict }: { readonly isRating: boolean; readonly hasVerdict: boolean },
): HiddenFromRater => {
  if (!isRating) return nothingHidden;
  const isHidden = (until: HiddenUntil): boolean => until !== 'at-once' && !(until === 'after-verdict' && hasVerdict);
  return each((facet) => isHidden(blinding[facet]));
};

/** The tests are in the patch that adds them: who may not know how they ended, or what gold is, doesn't see it either. */
export const hidesTestPatch = ({ gold, tests }: Pick<HiddenFromRater, 'gold' | 'tests'>): boolean => gold || tests;
