/** Two-sided 95% of the normal distribution. */
const z = 1.959963984540054;

/**
 * Wilson's score interval at 95% for `passed` of `of` repeats (Wilson 1927, JASA 22:209-212): shares from 0 to 1, never
 * beyond, and wide for few repeats, as it should be. Null where there is no repeat.
 */
export const passRateInterval = (
  passed: number,
  of: number,
): { readonly low: number; readonly high: number } | null => {
  if (of === 0) return null;
  const p = passed / of;
  const scale = 1 + z ** 2 / of;
  const middle = (p + z ** 2 / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
};

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** `95% interval 21% to 94%`. */
export const intervalWords = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `95% interval ${percent(low)} to ${percent(high)}`;
