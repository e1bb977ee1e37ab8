/** One claim on speed as a ratio: what we take over what it is held against, measured in the same run. */
export interface Bench {
  readonly name: string;
  /** The largest ratio that holds the claim; null where the ratio is told for information alone. */
  readonly limit: number | null;
  /** Null with a reason where this machine lacks what it needs. */
  measure(): Promise<Measure | { readonly leftOut: string }>;
}

export interface Measure {
  readonly ours: number;
  readonly against: number;
  readonly unit: 'ms' | 'KiB';
  /** What `against` is: "docker run --rm of the same image". */
  readonly meaning: string;
}

const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
};

const warmUp = 3;

interface Pair {
  readonly ours: number;
  readonly against: number;
}

const timesInTurn = async (
  rounds: number,
  ours: () => Promise<unknown>,
  against: () => Promise<unknown>,
): Promise<{ readonly ours: readonly number[]; readonly against: readonly number[] }> => {
  const times: { ours: number[]; against: number[] } = { ours: [], against: [] };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  for (let round = -warmUp; round < rounds; round++) {
    const pair = { ours: await timed(ours), against: await timed(against) };
    if (round < 0) continue;
    times.ours.push(pair.ours);
    times.against.push(pair.against);
  }
  return times;
};

/**
 * Median milliseconds of two works, taken in turn so that a noisy machine disturbs both alike. Three untimed rounds go
 * before, until the code is warm.
 */
export const timeInTurn = async (
  rounds: number,
  ours: () => Promise<unknown>,
  against: () => Promise<unknown>,
): Promise<Pair> => {
  const times = await timesInTurn(rounds, ours, against);
  return { ours: middle(times.ours), against: middle(times.against) };
};

const slowest = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** Like `timeInTurn`, of what ninety-nine in a hundred stay below: give it a few hundred rounds. */
export const slowestInTurn = async (
  rounds: number,
  ours: () => Promise<unknown>,
  against: () => Promise<unknown>,
): Promise<Pair> => {
  const times = await timesInTurn(rounds, ours, against);
  return { ours: slowest(times.ours, 0.99), against: slowest(times.against, 0.99) };
};
