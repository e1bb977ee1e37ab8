import { jStat } from 'jstat';
import type { ShareInterval } from '../../shared/wilson';

/**
 * Clopper and Pearson's exact 95% interval of `x` of `n` (1934): Beta quantiles (.025; x, n-x+1) and (.975; x+1, n-x).
 * Exactly 0 at x = 0 and 1 at x = n; null where n is 0, or x is no part of it.
 */
export const clopperPearson = (x: number, n: number): ShareInterval | null => {
  if (!(n > 0 && x >= 0 && x <= n)) return null;
  return {
    low: x === 0 ? 0 : jStat.beta.inv(0.025, x, n - x + 1),
    high: x === n ? 1 : jStat.beta.inv(0.975, x + 1, n - x),
  };
};
