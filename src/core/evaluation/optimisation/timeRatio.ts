import { generatorName, seededRandom } from '../../shared/seededRandom';
import { medianOf } from './median';

/** Seconds of two trees in the same round. */
export interface TimedPair {
  readonly base: number;
  readonly other: number;
}

/** Median time of a tree over the median time of base, with a 95% interval. */
export interface TimeRatio {
  /** Null where it can't be known, for the reason in `reason`. */
  readonly value: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Rounds that count. */
  readonly n: number;
  readonly reason: string | null;
}

/** What the intervals were drawn with, stored beside them. */
export interface Resampling {
  readonly generator: string;
  readonly seed: number;
  readonly resamples: number;
}

export const usualResampling: Resampling = { generator: generatorName, seed: 20_260_817, resamples: 4000 };

/** Fewer rounds than these give no interval: a resampled median of them says nothing. */
const leastForInterval = 5;

const ratioOf = (pairs: readonly TimedPair[]): number | null => {
  const base = medianOf(pairs.map((pair) => pair.base));
  const other = medianOf(pairs.map((pair) => pair.other));
  return base === null || other === null || base <= 0 ? null : other / base;
};

const resampled = (pairs: readonly TimedPair[], { seed, resamples }: Resampling): number[] => {
  const random = seededRandom(seed);
  const ratios: number[] = [];
  for (let i = 0; i < resamples; i += 1) {
    const drawn = pairs.map(() => pairs[Math.floor(random() * pairs.length)]).filter((pair) => pair !== undefined);
    const ratio = ratioOf(drawn);
    if (ratio !== null) ratios.push(ratio);
  }
  return ratios.sort((a, b) => a - b);
};

const intervalOf = (pairs: readonly TimedPair[], resampling: Resampling): TimeRatio['interval'] => {
  if (pairs.length < leastForInterval) return null;
  const ratios = resampled(pairs, resampling);
  const low = ratios[Math.floor(0.025 * (ratios.length - 1))];
  const high = ratios[Math.ceil(0.975 * (ratios.length - 1))];
  return low === undefined || high === undefined ? null : { low, high };
};

/**
 * The ratio of medians with its percentile bootstrap over rounds (Efron 1979): the trees of one round stay together, so
 * that what slowed the machine down in it slows both. Drawn with a stored seed.
 */
export const timeRatio = (pairs: readonly TimedPair[], resampling: Resampling = usualResampling): TimeRatio => {
  const value = ratioOf(pairs);
  const n = pairs.length;
  if (value === null) {
    const reason = n === 0 ? 'no round has a time of both' : 'the base took no measurable time';
    return { value, interval: null, n, reason };
  }
  const interval = intervalOf(pairs, resampling);
  return { value, interval, n, reason: interval === null ? `fewer than ${leastForInterval} rounds` : null };
};
