/** A 95% interval of a share. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5th percentile of the normal distribution. */
const z = 1.959963984540054;

/**
 * Wilson's score interval of `x` of `n` at 95% (Wilson 1927): centre (p + z²/2n)/(1 + z²/n), half-width
 * z √(p(1−p)/n + z²/4n²)/(1 + z²/n). Exactly 0 at x = 0 and 1 at x = n; null where n is 0, or x is no part of it.
 */
export const wilsonInterval = (x: number, n: number): ShareInterval | null => {
  if (!(n > 0 && x >= 0 && x <= n)) return null;
  const [p, zn] = [x / n, (z * z) / n];
  const centre = (p + zn / 2) / (1 + zn);
  const half = (z * Math.sqrt((p * (1 - p)) / n + zn / (4 * n))) / (1 + zn);
  return { low: x === 0 ? 0 : centre - half, high: x === n ? 1 : centre + half };
};

/** `.23`, `1`, `0`: a share in two digits, without a zero that says nothing. */
const shareText = (share: number): string =>
  share === 0 || share === 1 ? String(share) : share.toFixed(2).replace(/^0\./, '.');

/** `95% .23 to .88`. */
export const intervalWords = ({ low, high }: ShareInterval): string => `95% ${shareText(low)} to ${shareText(high)}`;
