import type { Outcome } from '../outcome';
import { medianOf } from './median';
import { percent, ratioWords } from './optimisationWords';
import { type Resampling, type TimeRatio, timeRatio, usualResampling } from './timeRatio';
import { type CountedTimings, type TimedPart, type TimedRun, type TimedTree, timedTrees } from './timings';
import { optimisationWarnings } from './warnings';

/** `evaluation.optimisation` of the study file. */
export interface OptimisationSettings {
  /** Timed rounds; the one that warms up comes on top. */
  readonly repeats: number;
  /** Share of the base's time to stay below (SWE-Compass: 0.8). */
  readonly threshold: number;
}

export const usualOptimisation: OptimisationSettings = { repeats: 15, threshold: 0.8 };

/** The optimisation score of one patch, with everything that it was made from. */
export interface Optimisation {
  /** 1: the tests pass and the median time is below the threshold. Null: not known, for the reason in `reason`. */
  readonly score: 0 | 1 | null;
  readonly reason: string;
  readonly threshold: number;
  /** Whether the model's tests passed in the timed job too. */
  readonly passes: boolean;
  readonly timed: TimedPart;
  /** Median wall-clock seconds over the rounds that count. */
  readonly medians: Readonly<Record<TimedTree, number | null>>;
  readonly model: TimeRatio;
  readonly gold: TimeRatio;
  /** The model's ratio by the wall clock of all its tests, where `timed` is `required`: no patch can forge it. */
  readonly wallClock?: TimeRatio;
  readonly resampling: Resampling;
  readonly warnings: readonly string[];
}

/** Fewer rounds than these are no measurement. */
const leastRounds = 3;

/** Rounds after the one that warms up in which a tree has a time; a run that ran out of time counts with its limit. */
const timesOf = (runs: readonly TimedRun[], tree: TimedTree): ReadonlyMap<number, number> =>
  new Map(
    runs
      .filter((run) => run.tree === tree && run.round > 0 && run.wall !== null)
      .map((run) => [run.round, run.wall ?? 0]),
  );

const ratioTo = (base: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): TimeRatio =>
  timeRatio(
    [...base].flatMap(([round, seconds]) => {
      const beside = other.get(round);
      return beside === undefined ? [] : [{ base: seconds, other: beside }];
    }),
  );

const decided = (model: TimeRatio, threshold: number, passes: boolean, timedOut: boolean) => {
  if (!passes) return { score: 0 as const, reason: 'its tests did not pass in the timed job' };
  if (timedOut) return { score: 0 as const, reason: 'a run of it ran out of time' };
  if (model.value === null || model.n < leastRounds) {
    const why = model.value === null ? model.reason : `only ${model.n} rounds were timed`;
    return { score: null, reason: `not known: ${why}` };
  }
  const below = model.value < threshold;
  const words = `its tests take ${ratioWords(model)}, ${below ? '' : 'not '}below ${percent(threshold)}`;
  return { score: below ? (1 as const) : (0 as const), reason: words };
};

/**
 * SWE-Compass's optimisation score: 1 where the tests pass and their median time is below `threshold` of the base's,
 * else 0. The score follows the point estimate, as the benchmark's does; the interval stands beside it, and a warning
 * where it reaches over the threshold. `passes`: whether the model's tests passed in the timed job.
 */
export const optimisationOf = (
  timings: CountedTimings,
  passes: boolean,
  { threshold }: Pick<OptimisationSettings, 'threshold'>,
): Optimisation => {
  const [base, gold, model] = timedTrees.map((tree) => timesOf(timings.runs, tree));
  const none: ReadonlyMap<number, number> = new Map();
  const ratios = { model: ratioTo(base ?? none, model ?? none), gold: ratioTo(base ?? none, gold ?? none) };
  const timedOut = timings.runs.some((run) => run.tree === 'model' && run.timedOut);
  return {
    ...decided(ratios.model, threshold, passes, timedOut),
    threshold,
    passes,
    timed: timings.timed,
    medians: {
      base: medianOf([...(base ?? none).values()]),
      gold: medianOf([...(gold ?? none).values()]),
      model: medianOf([...(model ?? none).values()]),
    },
    ...ratios,
    resampling: usualResampling,
    warnings: optimisationWarnings(timings, ratios, threshold),
  };
};

/** Not timed at all, for a reason. */
export const untimed = (reason: string, { threshold }: Pick<OptimisationSettings, 'threshold'>): Optimisation => ({
  ...{ score: null, reason, threshold, passes: false, timed: 'tests', resampling: usualResampling, warnings: [] },
  medians: { base: null, gold: null, model: null },
  model: { value: null, interval: null, n: 0, reason },
  gold: { value: null, interval: null, n: 0, reason },
});

/** The outcome under SWE-Compass of an instance that is measured so: a yes or no, or no verdict where it isn't known. */
export const outcomeOfOptimisation = ({ score, reason }: Optimisation): Outcome => {
  if (score === null) return { kind: 'none', reason: 'error', detail: reason };
  return score === 1 ? { kind: 'resolved' } : { kind: 'unresolved', reason: 'tests' };
};
