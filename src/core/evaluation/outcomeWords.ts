import type { Outcome } from './outcome';

const reasons = {
  empty: 'empty',
  'not-applied': 'not applied',
  'time-out': 'time-out',
  error: 'error',
  infrastructure: 'infrastructure',
} as const;

/** The outcome in the words of every surface: `resolved`, `unresolved`, `no verdict: time-out`, `not evaluated`. */
export const outcomeWords = (outcome: Outcome | null): string => {
  if (outcome === null) return 'not evaluated';
  if (outcome.kind === 'none') return `no verdict: ${reasons[outcome.reason]}`;
  if (outcome.kind === 'unresolved' && outcome.reason === 'ungradeable') return 'unresolved: ungradeable';
  return outcome.kind;
};

/** One of the four classes by which lists filter and count. */
export type OutcomeClass = 'resolved' | 'unresolved' | 'none' | 'not-evaluated';

export const outcomeClass = (outcome: Outcome | null): OutcomeClass => outcome?.kind ?? 'not-evaluated';

/** Counts in a list's description, for example `✓3 ✗2 ◌1`; classes without members are left out. */
export const outcomeCounts = (outcomes: readonly (Outcome | null)[]): string => {
  const count = (kind: OutcomeClass) => outcomes.filter((outcome) => outcomeClass(outcome) === kind).length;
  const parts: readonly (readonly [string, number])[] = [
    ['✓', count('resolved')],
    ['✗', count('unresolved')],
    ['◌', count('none')],
  ];
  return parts
    .filter(([, n]) => n > 0)
    .map(([mark, n]) => `${mark}${n}`)
    .join(' ');
};
