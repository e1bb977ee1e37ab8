import { type Figure, figureWith, undefinedFigure } from './figure';
import { cell, type Matrix } from './weights';

/** How two raters' answers meet: shares of each pair of categories, over the units that both answered. */
export interface PairTable {
  readonly size: number;
  readonly shares: Float64Array;
  readonly n: number;
}

export const pairTable = (size: number, pairs: readonly (readonly [number, number])[]): PairTable => {
  const shares = new Float64Array(size * size);
  for (const [row, column] of pairs)
    shares[row * size + column] = (shares[row * size + column] ?? 0) + 1 / pairs.length;
  return { size, shares, n: pairs.length };
};

const margins = ({ size, shares }: PairTable) => {
  const [rows, columns] = [new Float64Array(size), new Float64Array(size)];
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const share = shares[i * size + j] ?? 0;
      rows[i] = (rows[i] ?? 0) + share;
      columns[j] = (columns[j] ?? 0) + share;
    }
  return { rows, columns };
};

/**
 * Cohen's kappa (1960), weighted (1968), with the large-sample variance of Fleiss, Cohen and Everitt (1969) and a normal
 * interval. Undefined where chance alone agrees fully (both raters used one category) or nothing was rated by both.
 */
export const cohenKappa = (table: PairTable, weights: Matrix): Figure => {
  const { size, shares, n } = table;
  if (n === 0) return undefinedFigure(0, 'No unit was rated by both.');
  if (size < 2) return undefinedFigure(n, 'The scale has one category.');
  const { rows, columns } = margins(table);
  const [rowMeans, columnMeans] = [new Float64Array(size), new Float64Array(size)];
  let [po, pe] = [0, 0];
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const w = cell(weights, i, j);
      po += w * (shares[i * size + j] ?? 0);
      pe += w * (rows[i] ?? 0) * (columns[j] ?? 0);
      rowMeans[i] = (rowMeans[i] ?? 0) + (columns[j] ?? 0) * w;
      columnMeans[j] = (columnMeans[j] ?? 0) + (rows[i] ?? 0) * w;
    }
  if (1 - pe < 1e-12) return undefinedFigure(n, 'Both raters used one category alone.');
  const kappa = (po - pe) / (1 - pe);
  let sum = 0;
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const mean = (rowMeans[i] ?? 0) + (columnMeans[j] ?? 0);
      sum += (shares[i * size + j] ?? 0) * (cell(weights, i, j) - mean * (1 - kappa)) ** 2;
    }
  const variance = (sum - (kappa - pe * (1 - kappa)) ** 2) / (n * (1 - pe) ** 2);
  return figureWith(kappa, Math.sqrt(Math.max(0, variance)), n);
};

/** Bias of two raters on a yes-or-no question, (b - c)/n, and prevalence, (a - d)/n; by Byrt, Bishop and Carlin 1993. */
export const biasAndPrevalence = ({
  size,
  shares,
}: PairTable): { readonly bias: number; readonly prevalence: number } | null =>
  size === 2 ? { bias: (shares[1] ?? 0) - (shares[2] ?? 0), prevalence: (shares[0] ?? 0) - (shares[3] ?? 0) } : null;
