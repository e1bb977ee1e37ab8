import { type Figure, figureWith, undefinedFigure } from './figure';
import { countUnits, type Ratings, type Scale, type UnitCounts } from './ratings';
import { sumOf } from './weights';

/** Coincidences of categories: ordered pairs of values within units, each unit's divided by its raters less one. */
class Coincidences {
  readonly cells: Float64Array;

  constructor(readonly size: number) {
    this.cells = new Float64Array(size * size);
  }

  /** `sign` -1 takes a unit out again. */
  add({ counts, raters }: UnitCounts, sign: 1 | -1 = 1): void {
    const { size, cells } = this;
    for (let c = 0; c < size; c++) {
      const count = counts[c] ?? 0;
      if (count === 0) continue;
      for (let k = 0; k < size; k++)
        cells[c * size + k] =
          (cells[c * size + k] ?? 0) + (sign * count * ((counts[k] ?? 0) - (c === k ? 1 : 0))) / (raters - 1);
    }
  }

  /** Values by category. */
  totals(): Float64Array {
    const totals = new Float64Array(this.size);
    for (let c = 0; c < this.size; c++) totals[c] = sumOf(this.cells.subarray(c * this.size, (c + 1) * this.size));
    return totals;
  }
}

type Distance = (c: number, k: number, totals: Float64Array) => number;

const ordinal: Distance = (c, k, totals) => {
  const [low, high] = c < k ? [c, k] : [k, c];
  return (sumOf(totals.subarray(low, high + 1)) - ((totals[low] ?? 0) + (totals[high] ?? 0)) / 2) ** 2;
};

const distances = (numbers: readonly number[]): Readonly<Record<Scale, Distance>> => {
  const value = (index: number) => numbers[index] ?? Number.NaN;
  return {
    nominal: (c, k) => (c === k ? 0 : 1),
    ordinal,
    interval: (c, k) => (value(c) - value(k)) ** 2,
    ratio: (c, k) => (value(c) + value(k) === 0 ? 0 : ((value(c) - value(k)) / (value(c) + value(k))) ** 2),
  };
};

/** Null: the expected disagreement is 0. */
const alphaOf = (all: Coincidences, distance: Distance): number | null => {
  const { size, cells } = all;
  const totals = all.totals();
  const n = sumOf(totals);
  let [observed, expected] = [0, 0];
  for (let c = 0; c < size; c++)
    for (let k = 0; k < size; k++) {
      const d = distance(c, k, totals);
      observed += (cells[c * size + k] ?? 0) * d;
      expected += (totals[c] ?? 0) * (totals[k] ?? 0) * d;
    }
  return expected < 1e-12 ? null : 1 - ((n - 1) * observed) / expected;
};

/** Values with one unit left out at a time; null where one of them is undefined. */
const leaveOneOut = (all: Coincidences, units: readonly UnitCounts[], distance: Distance): readonly number[] | null => {
  const values: number[] = [];
  for (const unit of units) {
    all.add(unit, -1);
    const value = alphaOf(all, distance);
    all.add(unit);
    if (value === null) return null;
    values.push(value);
  }
  return values;
};

const jackknifeError = (values: readonly number[]): number => {
  const mean = sumOf(values) / values.length;
  return Math.sqrt(((values.length - 1) / values.length) * sumOf(values.map((value) => (value - mean) ** 2)));
};

/**
 * Krippendorff's alpha (2011): 1 - (n - 1) sum o d² / sum n_c n_k d². Units with fewer than two answers are left out. The
 * interval is the jackknife's over units, with t of units - 1; null where alpha is undefined with a unit left out.
 * Undefined where all values are equal, and on interval and ratio scales where categories are no numbers.
 */
export const krippendorff = (ratings: Ratings, scale: Scale): Figure => {
  const units = countUnits(ratings).filter(({ raters }) => raters >= 2);
  const n = units.length;
  if (n === 0) return undefinedFigure(0, 'No unit has two raters.');
  if (ratings.numbers === null && (scale === 'interval' || scale === 'ratio'))
    return undefinedFigure(n, 'The categories are no numbers.');
  const distance = distances(ratings.numbers ?? [])[scale];
  const all = new Coincidences(ratings.categories.length);
  for (const unit of units) all.add(unit);
  const value = alphaOf(all, distance);
  if (value === null) return undefinedFigure(n, 'All answers are equal: there is nothing to disagree on.');
  const without = n < 2 ? null : leaveOneOut(all, units, distance);
  return figureWith(value, without === null ? null : jackknifeError(without), n, n - 1);
};
