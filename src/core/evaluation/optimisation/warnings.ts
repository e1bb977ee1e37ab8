import { medianOf } from './median';
import type { TimeRatio } from './timeRatio';
import { type CountedTimings, type TimedRun, type TimedTree, timedTrees } from './timings';

interface Ratios {
  readonly model: TimeRatio;
  readonly gold: TimeRatio;
}

/** Below this many seconds starting a process is most of what is measured. */
const tooShort = 0.05;

/** How far the base's own times may move between the first and the second half. */
const mostDrift = 0.2;

const name: Readonly<Record<TimedTree, string>> = { base: 'the base', gold: 'gold', model: "the model's patch" };

const goldIsNoGuide = ({ gold }: Ratios, threshold: number): string[] => {
  if (gold.value === null) return [`gold could not be timed: ${gold.reason}`];
  if (gold.value < threshold) return [];
  const share = Math.round(gold.value * 1000) / 10;
  return [`gold itself takes ${share}% of the base's time: the tests don't show the speed-up that was asked for`];
};

const straddles = ({ model }: Ratios, threshold: number): string[] =>
  model.interval !== null && model.interval.low < threshold && model.interval.high >= threshold
    ? [`the interval reaches over the threshold of ${threshold}: another run may give the other score`]
    : [];

const timesOf = (runs: readonly TimedRun[], tree: TimedTree): number[] =>
  runs.filter((run) => run.tree === tree && run.round > 0).flatMap(({ wall }) => (wall === null ? [] : [wall]));

const short = (runs: readonly TimedRun[]): string[] => {
  const base = medianOf(timesOf(runs, 'base'));
  return base !== null && base < tooShort
    ? [`the base's tests take ${Math.round(base * 1000)} ms: most of that is starting them`]
    : [];
};

const drift = (runs: readonly TimedRun[]): string[] => {
  const times = timesOf(runs, 'base');
  const half = times.length >> 1;
  const [before, after] = [medianOf(times.slice(0, half)), medianOf(times.slice(-half))];
  if (half < 3 || before === null || after === null || before <= 0) return [];
  const moved = after / before - 1;
  return Math.abs(moved) > mostDrift
    ? [`the base itself became ${Math.round(Math.abs(moved) * 100)}% ${moved > 0 ? 'slower' : 'quicker'} meanwhile`]
    : [];
};

const endings = (runs: readonly TimedRun[]): string[] =>
  timedTrees.flatMap((tree) => {
    const own = runs.filter((run) => run.tree === tree);
    const late = own.filter((run) => run.timedOut).length;
    const exits = new Set(own.map((run) => run.testExit));
    return [
      ...(late > 0
        ? [`${late} of ${own.length} runs of ${name[tree]} ran out of time and count with their limit`]
        : []),
      ...(exits.size > 1
        ? [`the runs of ${name[tree]} ended with different exit codes: ${[...exits].join(', ')}`]
        : []),
    ];
  });

/** What a person should know beside the score. */
export const optimisationWarnings = (timings: CountedTimings, ratios: Ratios, threshold: number): readonly string[] => [
  ...goldIsNoGuide(ratios, threshold),
  ...straddles(ratios, threshold),
  ...(timings.timed === 'required' ? [] : short(timings.runs)),
  ...drift(timings.runs),
  ...endings(timings.runs),
  ...(timings.cutShort ? ['time ran out before all rounds were run'] : []),
  ...(timings.timed === 'script' ? ['the whole eval script was timed: it has no markers around its tests'] : []),
];
