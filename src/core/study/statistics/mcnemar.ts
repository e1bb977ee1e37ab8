import { jStat } from 'jstat';
import { logChoose } from './logChoose';

export interface McNemar {
  /** Pairs in which the first alone is right, and the second alone. */
  readonly gained: number;
  readonly lost: number;
  /** Exact, two-sided; 1 where no pair is discordant. */
  readonly p: number;
  /** Exact p less half of the probability of what was seen, doubled: less conservative. */
  readonly midP: number;
  /** Chi squared with one degree of freedom, plain and with Edwards' correction; null where no pair is discordant. */
  readonly chi2: number | null;
  readonly chi2P: number | null;
  readonly corrected: number | null;
  readonly correctedP: number | null;
}

const half = Math.log(0.5);

/** P(X <= x) and P(X = x) of a fair coin thrown n times. */
const coin = (x: number, n: number): { readonly upTo: number; readonly at: number } => {
  let upTo = 0;
  for (let k = 0; k <= x; k++) upTo += Math.exp(logChoose(n, k) + n * half);
  return { upTo, at: Math.exp(logChoose(n, x) + n * half) };
};

const chi2P = (value: number): number => 1 - jStat.chisquare.cdf(value, 1);

/**
 * McNemar's test (1947) on one pair per instance: exact p = min(1, 2 BinCDF(min(b,c); b+c, 1/2)). For several runs per
 * instance use `signFlip` over instances.
 */
export const mcnemar = (gained: number, lost: number): McNemar => {
  const n = gained + lost;
  if (n === 0) return { gained, lost, p: 1, midP: 1, chi2: null, chi2P: null, corrected: null, correctedP: null };
  const { upTo, at } = coin(Math.min(gained, lost), n);
  const chi2 = (gained - lost) ** 2 / n;
  const corrected = Math.max(0, Math.abs(gained - lost) - 1) ** 2 / n;
  const p = Math.min(1, 2 * upTo);
  const midP = Math.min(1, 2 * upTo - at);
  return { gained, lost, p, midP, chi2, chi2P: chi2P(chi2), corrected, correctedP: chi2P(corrected) };
};
