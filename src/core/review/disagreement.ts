import type { Outcome } from '../evaluation/outcome';

/** Where a person and the tests say different things; the two cells off the diagonal of every comparison of both. */
export type Disagreement = 'passes-but-wrong' | 'fails-but-right';

/**
 * What a person's overall answer says against the automatic outcome; null where they agree, where either is missing,
 * and where the tests gave no verdict.
 */
export const disagreement = (outcome: Outcome | null, overall: unknown): Disagreement | null => {
  if (outcome?.kind === 'resolved' && overall === 'wrong') return 'passes-but-wrong';
  if (outcome?.kind === 'unresolved' && overall === 'right') return 'fails-but-right';
  return null;
};
