import { seededRandom } from '../../shared/seededRandom';

export interface SignFlip {
  /** Mean of the differences; null where there are none. */
  readonly mean: number | null;
  /** Two-sided; 1 where all differences are 0. */
  readonly p: number;
  /** All flips were tried; else so many were drawn, with this seed. */
  readonly exact: boolean;
  readonly flips: number;
  readonly seed: number | null;
}

const mostExact = 16;
const tolerance = 1e-12;

/** Sums of all ways to give signs to the differences that reach the one seen. */
const exactShare = (differences: readonly number[], seen: number): number => {
  let sums: readonly number[] = [0];
  for (const difference of differences) sums = sums.flatMap((sum) => [sum + difference, sum - difference]);
  return sums.filter((sum) => Math.abs(sum) >= seen - tolerance).length / sums.length;
};

const drawnShare = (differences: readonly number[], seen: number, flips: number, seed: number): number => {
  const random = seededRandom(seed);
  let reached = 0;
  for (let flip = 0; flip < flips; flip++) {
    let sum = 0;
    for (const difference of differences) sum += random() < 0.5 ? difference : -difference;
    if (Math.abs(sum) >= seen - tolerance) reached += 1;
  }
  return (reached + 1) / (flips + 1);
};

/**
 * Paired test of a mean difference by sign flips over instances (each difference is one instance's, over all its runs):
 * exact up to 16 differences that aren't 0, else by seeded draws, with (reached + 1)/(draws + 1).
 */
export const signFlip = (differences: readonly number[], seed: number, flips = 10_000): SignFlip => {
  if (differences.length === 0) return { mean: null, p: 1, exact: true, flips: 0, seed: null };
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  const moved = differences.filter((difference) => difference !== 0);
  const seen = Math.abs(moved.reduce((sum, difference) => sum + difference, 0));
  if (moved.length === 0) return { mean, p: 1, exact: true, flips: 1, seed: null };
  if (moved.length <= mostExact)
    return { mean, p: exactShare(moved, seen), exact: true, flips: 2 ** moved.length, seed: null };
  return { mean, p: drawnShare(moved, seen, flips, seed), exact: false, flips, seed };
};
