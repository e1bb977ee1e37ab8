import type { Blinding, HiddenUntil } from './studyFile';

/** What surfaces of a trajectory must not tell. */
export interface HiddenFromRater {
  /** Facts of the reference solution. */
  readonly gold: boolean;
  /** Outcomes and scores, and what test results say. */
  readonly tests: boolean;
  /** Failure signals, whatever they are of. */
  readonly signals: boolean;
}

export const nothingHidden: HiddenFromRater = { gold: false, tests: false, signals: false };

/**
 * What is hidden from a rater of an instance by the study's `blinding`. Nothing is where no form is open on it: who
 * develops and rates nothing sees everything. While a form is open, what waits for the study's end or is never shown
 * stays hidden after the verdict as well.
 */
export const hiddenFromRater = (
  blinding: Pick<Blinding, keyof HiddenFromRater>,
  { isRating, hasVerdict }: { readonly isRating: boolean; readonly hasVerdict: boolean },
): HiddenFromRater => {
  if (!isRating) return nothingHidden;
  const isHidden = (until: HiddenUntil): boolean => until !== 'at-once' && !(until === 'after-verdict' && hasVerdict);
  return { gold: isHidden(blinding.gold), tests: isHidden(blinding.tests), signals: isHidden(blinding.signals) };
};
