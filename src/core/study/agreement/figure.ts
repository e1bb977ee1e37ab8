import { jStat } from 'jstat';

/** A figure with what it rests on. `value` null: it is undefined, and `reason` says why; never 0, 1 or NaN for that. */
export interface Figure {
  readonly value: number | null;
  /** 95% interval, not clipped to the range of the figure; null where there is none. */
  readonly ci: readonly [low: number, high: number] | null;
  readonly se: number | null;
  /** Units that it rests on. */
  readonly n: number;
  readonly reason?: string;
}

export const undefinedFigure = (n: number, reason: string): Figure => ({ value: null, ci: null, se: null, n, reason });

/** The 97.5th percentile of Student's t. */
const t975 = (df: number): number => jStat.studentt.inv(0.975, df);

const z975 = jStat.normal.inv(0.975, 0, 1);

/** A value with its standard error; the interval is by t where `df` is named, else by the normal distribution. */
export const figureWith = (value: number, se: number | null, n: number, df: number | null = null): Figure => {
  if (se === null || !Number.isFinite(se) || (df !== null && df < 1)) return { value, ci: null, se: null, n };
  const half = (df === null ? z975 : t975(df)) * se;
  return { value, ci: [value - half, value + half], se, n };
};
