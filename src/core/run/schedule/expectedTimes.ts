const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** How long evaluations of an instance take: as seen in this run, else as earlier records say. Milliseconds. */
export class ExpectedTimes {
  readonly #earlier: ReadonlyMap<string, number>;
  readonly #seen = new Map<string, number[]>();

  constructor(earlier: ReadonlyMap<string, number> = new Map()) {
    this.#earlier = earlier;
  }

  seen(instanceId: string, ms: number): void {
    this.#seen.set(instanceId, [...(this.#seen.get(instanceId) ?? []), ms]);
  }

  /** Null where nothing is known of this instance. */
  of(instanceId: string): number | null {
    const seen = this.#seen.get(instanceId);
    return seen === undefined ? (this.#earlier.get(instanceId) ?? null) : middle(seen);
  }

  /** What an instance of which nothing is known is taken to need: the mean of the others; null where there is none. */
  usual(): number | null {
    const known = [...new Set([...this.#seen.keys(), ...this.#earlier.keys()])].flatMap((id) => this.of(id) ?? []);
    return known.length === 0 ? null : mean(known);
  }
}

/** Longest first, so that no long one is left over at the end; what is unknown stands in the middle. Stable. */
export const longestFirst = <T>(items: readonly T[], expected: (item: T) => number | null): T[] => {
  const timed = items.map((item) => ({ item, ms: expected(item) }));
  const unknown = timed.filter(({ ms }) => ms === null);
  const known = timed.filter(({ ms }) => ms !== null).sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0));
  const half = Math.ceil(known.length / 2);
  return [...known.slice(0, half), ...unknown, ...known.slice(half)].map(({ item }) => item);
};

/**
 * Milliseconds until all of these are done on `width` workers: the work spread evenly, but no less than the longest
 * of them. Null where there is work and nothing is known of any.
 */
export const timeLeft = (remaining: readonly (number | null)[], usual: number | null, width: number): number | null => {
  if (remaining.length === 0) return 0;
  const times = remaining.flatMap((ms) => ms ?? usual ?? []);
  if (times.length === 0) return null;
  const sum = times.reduce((total, ms) => total + ms, 0);
  return Math.max(
    sum / Math.max(1, width),
    times.reduce((most, ms) => Math.max(most, ms), 0),
  );
};
