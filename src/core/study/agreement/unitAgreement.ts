import type { UnitCounts } from './ratings';
import { cell, type Matrix } from './weights';

/** `matrix` times `vector`. */
export const times = (matrix: Matrix, vector: Float64Array): Float64Array => {
  const product = new Float64Array(matrix.size);
  for (let row = 0; row < matrix.size; row++) {
    let sum = 0;
    for (let column = 0; column < matrix.size; column++) sum += cell(matrix, row, column) * (vector[column] ?? 0);
    product[row] = sum;
  }
  return product;
};

/**
 * Share of pairs of raters who agree on a unit, sum_k r_ik (r*_ik - 1) / (r_i (r_i - 1)), r* being the weighted counts
 * (Gwet 2014); 0 where one rater stands alone.
 */
const agreementOf = ({ counts, raters }: UnitCounts, weights: Matrix): number => {
  if (raters < 2) return 0;
  const weighted = times(weights, counts);
  let pairs = 0;
  for (let k = 0; k < counts.length; k++) pairs += (counts[k] ?? 0) * ((weighted[k] ?? 0) - 1);
  return pairs / (raters * (raters - 1));
};

export interface Agreements {
  /** By unit. */
  readonly each: readonly number[];
  /** Units with two raters or more. */
  readonly paired: number;
  /** Mean over those. */
  readonly mean: number;
  /** Mean share of each category over all units, pi_k. */
  readonly shares: Float64Array;
}

/** What all coefficients that correct for chance begin with. */
export const agreementsOf = (units: readonly UnitCounts[], weights: Matrix): Agreements => {
  const each = units.map((unit) => agreementOf(unit, weights));
  const paired = units.filter(({ raters }) => raters >= 2).length;
  const shares = new Float64Array(weights.size);
  for (const { counts, raters } of units)
    for (let k = 0; k < shares.length; k++) shares[k] = (shares[k] ?? 0) + (counts[k] ?? 0) / raters / units.length;
  const mean = paired === 0 ? Number.NaN : each.reduce((sum, value) => sum + value, 0) / paired;
  return { each, paired, mean, shares };
};
