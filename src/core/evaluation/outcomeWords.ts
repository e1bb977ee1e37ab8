import type { Outcome } from './outcome';

const reasons = {
  empty: 'empty',
  'not-applied': 'not applied',
  'time-out': 'time-out',
  error: 'error',
  infrastructure: 'infrastructure',
} as const;

/** A score as people read it: three decimals at most, with what it is out of: `line coverage 0.825 of 1`. */
const scoreWords = (score: {
  readonly name: string;
  readonly value: number | null;
  readonly max: number | null;
}): string => {
  const value = score.value === null ? 'unknown' : String(Math.round(score.value * 1000) / 1000);
  return `${score.name} ${value}${score.max === null ? '' : ` of ${score.max}`}`;
};

/** The outcome in the words of every surface: `resolved`, `unresolved`, `no verdict: time-out`, `reward 0.5`. */
export const outcomeWords = (outcome: Outcome | null): string => {
  if (outcome === null) return 'not evaluated';
  if (outcome.kind === 'none') return `no verdict: ${reasons[outcome.reason]}`;
  if (outcome.kind === 'scored') return scoreWords(outcome);
  if (outcome.kind === 'unresolved' && outcome.reason === 'ungradeable') return 'unresolved: ungradeable';
  return outcome.kind;
};

/** One of the five classes by which lists filter and count. */
export type OutcomeClass = 'resolved' | 'unresolved' | 'scored' | 'none' | 'not-evaluated';

export const outcomeClass = (outcome: Outcome | null): OutcomeClass => outcome?.kind ?? 'not-evaluated';

/** Counts in a list's description, for example `✓3 ✗2 ◌1`; classes without members are left out. */
export const outcomeCounts = (outcomes: readonly (Outcome | null)[]): string => {
  const count = (kind: OutcomeClass) => outcomes.filter((outcome) => outcomeClass(outcome) === kind).length;
  const parts: readonly (readonly [string, number])[] = [
    ['✓', count('resolved')],
    ['✗', count('unresolved')],
    ['◐', count('scored')],
    ['◌', count('none')],
  ];
  return parts
    .filter(([, n]) => n > 0)
    .map(([mark, n]) => `${mark}${n.toLocaleString('en-US')}`)
    .join(' ');
};
