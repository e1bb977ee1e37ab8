import { generatorName, seededRandom } from '../../shared/seededRandom';

/** How a bootstrap was drawn; stored with every figure that comes of one. */
export interface BootstrapPlan {
  readonly seed: number;
  /** At least 2,000 where a figure is published. */
  readonly replicates: number;
  readonly generator: string;
}

export const bootstrapPlan = (seed: number, replicates = 2000): BootstrapPlan => ({
  seed,
  replicates,
  generator: generatorName,
});

/** The value at a share of a sorted list, between neighbours by their distance. */
const quantileOf = (sorted: ArrayLike<number>, share: number): number => {
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
};

export interface BootstrapInterval {
  readonly low: number;
  readonly high: number;
  readonly plan: BootstrapPlan;
  /** Replicates in which the figure was undefined; they are left out, and said. */
  readonly undefinedIn: number;
}

/**
 * 95% percentile interval of a figure over clusters (instances): each replicate draws as many as there are, with
 * replacement, and everything of one instance travels together. `figure` gets indices of clusters and gives null where it
 * is undefined. Null where there are fewer than two clusters or no replicate has a figure.
 */
export const bootstrapInterval = (
  clusters: number,
  figure: (drawn: Int32Array) => number | null,
  plan: BootstrapPlan,
): BootstrapInterval | null => {
  if (clusters < 2) return null;
  const random = seededRandom(plan.seed);
  const drawn = new Int32Array(clusters);
  const values: number[] = [];
  for (let replicate = 0; replicate < plan.replicates; replicate++) {
    for (let place = 0; place < clusters; place++) drawn[place] = Math.floor(random() * clusters);
    const value = figure(drawn);
    if (value !== null && Number.isFinite(value)) values.push(value);
  }
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const undefinedIn = plan.replicates - values.length;
  return { low: quantileOf(sorted, 0.025), high: quantileOf(sorted, 0.975), plan, undefinedIn };
};
