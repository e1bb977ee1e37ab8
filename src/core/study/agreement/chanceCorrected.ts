import { type Figure, figureWith, undefinedFigure } from './figure';
import type { UnitCounts } from './ratings';
import { type Agreements, agreementsOf, times } from './unitAgreement';
import { type Matrix, sumOf } from './weights';

/** Agreement by chance: over all, and each unit's part of it, whose mean it is. */
interface Chance {
  readonly all: number;
  of(unit: UnitCounts): number;
}

/** `twice`: whether `all` is a square of shares, so that a unit moves it twice. */
const corrected = (
  units: readonly UnitCounts[],
  { each, paired, mean }: Agreements,
  chance: Chance,
  moves: 0 | 2,
): Figure => {
  const n = units.length;
  if (paired === 0) return undefinedFigure(n, 'No unit has two raters.');
  if (chance.all >= 1) return undefinedFigure(n, 'All answers are in one category: chance alone agrees as well.');
  const value = (mean - chance.all) / (1 - chance.all);
  const deviations = units.map((unit, index) => {
    const own = unit.raters < 2 ? 0 : ((n / paired) * ((each[index] ?? 0) - chance.all)) / (1 - chance.all);
    return own - (moves * (1 - value) * (chance.of(unit) - chance.all)) / (1 - chance.all) - value;
  });
  const se = n < 2 ? null : Math.sqrt(sumOf(deviations.map((d) => d * d)) / (n * (n - 1)));
  return figureWith(value, se, n, n - 1);
};

/**
 * Gwet's AC1 (identity weights) or AC2 (others), Gwet 2008 and 2014: pe = T_w/(q(q-1)) sum pi_k (1 - pi_k), t interval
 * with n - 1 degrees of freedom.
 */
export const gwet = (units: readonly UnitCounts[], weights: Matrix): Figure => {
  const { size: q } = weights;
  if (q < 2) return undefinedFigure(units.length, 'The scale has one category.');
  const found = agreementsOf(units, weights);
  const factor = sumOf(weights.cells) / (q * (q - 1));
  const away = found.shares.map((share) => 1 - share);
  const all = factor * sumOf(found.shares.map((share, k) => share * (away[k] ?? 0)));
  const of = ({ counts, raters }: UnitCounts) =>
    factor * sumOf(counts.map((count, k) => (count / raters) * (away[k] ?? 0)));
  return corrected(units, found, { all, of }, 2);
};

/**
 * Fleiss' kappa (1971) in Gwet's form, which takes units with unequal numbers of raters: pe = sum w_kl pi_k pi_l. With
 * two raters it is Scott's pi, not Cohen's kappa.
 */
export const fleiss = (units: readonly UnitCounts[], weights: Matrix): Figure => {
  const found = agreementsOf(units, weights);
  const weighted = times(weights, found.shares);
  const all = sumOf(found.shares.map((share, k) => share * (weighted[k] ?? 0)));
  const of = ({ counts, raters }: UnitCounts) => sumOf(counts.map((count, k) => (count / raters) * (weighted[k] ?? 0)));
  return corrected(units, found, { all, of }, 2);
};

/** Brennan and Prediger's coefficient (with two categories PABAK, Byrt 1993): chance is T_w/q^2, whatever was said. */
export const brennanPrediger = (units: readonly UnitCounts[], weights: Matrix): Figure => {
  const all = sumOf(weights.cells) / weights.size ** 2;
  return corrected(units, agreementsOf(units, weights), { all, of: () => all }, 0);
};

/** Percent agreement: mean over units with two raters or more of their agreeing pairs; t interval over these units. */
export const percentAgreement = (units: readonly UnitCounts[], weights: Matrix): Figure => {
  const rated = units.filter(({ raters }) => raters >= 2);
  const { each, mean, paired } = agreementsOf(rated, weights);
  if (paired === 0) return undefinedFigure(0, 'No unit has two raters.');
  const squares = sumOf(each.map((value) => (value - mean) ** 2));
  return figureWith(mean, paired < 2 ? null : Math.sqrt(squares / (paired * (paired - 1))), paired, paired - 1);
};

/** What raters who know nothing of each other would agree on, by the shares of the categories: the baseline, sum pi_k^2. */
export const independenceBaseline = (units: readonly UnitCounts[], weights: Matrix): number | null => {
  if (units.length === 0) return null;
  const { shares } = agreementsOf(units, weights);
  const weighted = times(weights, shares);
  return sumOf(shares.map((share, k) => share * (weighted[k] ?? 0)));
};

/** z of Fleiss' kappa against no agreement but chance (1971), for equal numbers of raters; null elsewhere. */
export const fleissZ = (units: readonly UnitCounts[], categories: number): number | null => {
  const m = units[0]?.raters ?? 0;
  if (m < 2 || units.some(({ raters }) => raters !== m)) return null;
  const p = new Float64Array(categories);
  for (const { counts } of units)
    counts.forEach((count, k) => {
      p[k] = (p[k] ?? 0) + count / (m * units.length);
    });
  const agreed = sumOf(units.map(({ counts }) => (sumOf(counts.map((c) => c * c)) - m) / (m * (m - 1)))) / units.length;
  const chance = sumOf(p.map((share) => share * share));
  const s = sumOf(p.map((share) => share * (1 - share)));
  const skew = sumOf(p.map((share) => share * (1 - share) * (1 - 2 * share)));
  const variance = (2 * (s * s - skew)) / (units.length * m * (m - 1) * s * s);
  return s === 0 ? null : (agreed - chance) / (1 - chance) / Math.sqrt(variance);
};
