import type { TimeRatio } from './timeRatio';

/** `41.2%` */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

/** `41.2% of the base's time (95% interval 39% to 44%, n = 15)`. */
export const ratioWords = ({ value, interval, n, reason }: TimeRatio): string => {
  if (value === null) return `an unknown share of the base's time (${reason})`;
  const range =
    interval === null ? `no interval: ${reason}` : `95% interval ${percent(interval.low)} to ${percent(interval.high)}`;
  return `${percent(value)} of the base's time (${range}, n = ${n})`;
};

/** `optimisation score 1: its tests take 4% of the base's time (...)`. */
export const optimisationWords = ({
  score,
  reason,
}: {
  readonly score: 0 | 1 | null;
  readonly reason: string;
}): string => `optimisation score ${score ?? 'unknown'}: ${reason}`;
