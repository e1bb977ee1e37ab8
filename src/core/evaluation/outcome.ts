/** Why an evaluation ended without a verdict. Shown in words beside "no verdict"; never folded into "unresolved". */
export type NoVerdictReason = 'empty' | 'not-applied' | 'time-out' | 'error' | 'infrastructure';

/** All of them, in the order in which sums name them. */
export const noVerdictReasons: readonly NoVerdictReason[] = [
  'empty',
  'not-applied',
  'time-out',
  'error',
  'infrastructure',
];

/**
 * What Touchstone says of one evaluated prediction; null (outside this type) means not evaluated.
 * `ungradeable` marks a report in which nothing could be parsed: unresolved by the rules, but sent to a person.
 * `scored`: the rule set has a score in place of a yes or no (a reward, a coverage); it is a verdict, not a missing one.
 */
export type Outcome =
  | { readonly kind: 'resolved' }
  | { readonly kind: 'unresolved'; readonly reason: 'tests' | 'ungradeable' }
  | { readonly kind: 'scored'; readonly name: string; readonly value: number; readonly max: number | null }
  | { readonly kind: 'none'; readonly reason: NoVerdictReason; readonly detail?: string };

export const resolvedOf = (outcome: Outcome | null): boolean | null => {
  if (outcome?.kind === 'resolved') return true;
  return outcome?.kind === 'unresolved' ? false : null;
};
