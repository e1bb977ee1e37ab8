import { type Figure, figureWith, undefinedFigure } from '../agreement/figure';
import { meanOf, varianceOf } from './variation';

export interface PredictionPowered extends Figure {
  /** How much the judge is leaned on: 0 is people alone, 1 is PPI. */
  readonly lambda: number;
}

const covariance = (x: readonly number[], y: readonly number[]): number => {
  const [mx, my] = [meanOf(x) ?? 0, meanOf(y) ?? 0];
  return x.reduce((sum, value, index) => sum + (value - mx) * ((y[index] ?? 0) - my), 0) / (x.length - 1);
};

/**
 * Prediction-powered mean with power tuning (PPI++, arXiv 2311.01453): people's answers `y` and the judge's `f` on the
 * items that people rated, and the judge's `unrated` on the others. theta = lambda mean(f_U) + mean(y - lambda f); Var =
 * s²(y - lambda f)/n + lambda² s²(f_U)/N; lambda* = Cov(y, f) / [(1 + n/N) s²(f of all)], not clipped. Valid where the
 * rated items are a random sample. Undefined under two items on either side.
 */
export const predictionPowered = (
  y: readonly number[],
  f: readonly number[],
  unrated: readonly number[],
  lambda: number | null = null,
): PredictionPowered => {
  const [n, others] = [y.length, unrated.length];
  if (n < 2 || others < 2) return { ...undefinedFigure(n, 'Fewer than two items on one side.'), lambda: 0 };
  const spread = varianceOf([...f, ...unrated]) ?? 0;
  const tuned = lambda ?? (spread === 0 ? 0 : covariance(y, f) / ((1 + n / others) * spread));
  const rest = y.map((value, index) => value - tuned * (f[index] ?? 0));
  const theta = tuned * (meanOf(unrated) ?? 0) + (meanOf(rest) ?? 0);
  const variance = (varianceOf(rest) ?? 0) / n + (tuned ** 2 * (varianceOf(unrated) ?? 0)) / others;
  return { ...figureWith(theta, Math.sqrt(variance), n), lambda: tuned };
};
