import type { TestResult, TestResults } from '../../testResult';

/** Whether an id was cut inside its brackets: more `[` than `]` (676 ids of Verified, SWE-bench issue 290). */
export const isCutId = (id: string): boolean => {
  let open = 0;
  for (let at = id.indexOf('['); at !== -1; at = id.indexOf('[', at + 1)) open += 1;
  if (open === 0) return false;
  for (let at = id.indexOf(']'); at !== -1; at = id.indexOf(']', at + 1)) open -= 1;
  return open > 0;
};

/** Index of the first of the sorted ids that is not before `id`. */
const lowerBound = (sorted: readonly string[], id: string): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** So many are looked at one by one. */
const FEW = 8;

/** Whether any of some ids is the beginning of another id, in the time of one binary search at the most. */
export class Beginnings {
  /** Sorted, and without those that begin with another one. */
  private readonly shortest: readonly string[];

  constructor(ids: Iterable<string>) {
    const shortest: string[] = [];
    for (const id of [...ids].sort()) if (!id.startsWith(shortest.at(-1) ?? id + id)) shortest.push(id);
    this.shortest = shortest;
  }

  begins(id: string): boolean {
    if (this.shortest.length <= FEW) return this.shortest.some((one) => id.startsWith(one));
    const at = lowerBound(this.shortest, id);
    if (this.shortest[at] === id) return true;
    const before = this.shortest[at - 1];
    return before !== undefined && id.startsWith(before);
  }
}

type Candidate = readonly [id: string, order: number, result: TestResult];

/** Results by the beginning of their id, in the order of the log; only for beginnings among `cut`. */
export class PrefixMatches {
  private sorted: readonly Candidate[] | null = null;

  constructor(
    private readonly results: TestResults,
    private readonly cut: () => Iterable<string>,
  ) {}

  of(beginning: string): TestResult[] {
    this.sorted ??= this.candidates();
    const ids = this.sorted;
    let start = 0;
    for (let high = ids.length; start < high; ) {
      const middle = (start + high) >> 1;
      if ((ids[middle]?.[0] ?? '') < beginning) start = middle + 1;
      else high = middle;
    }
    let end = start;
    while (ids[end]?.[0].startsWith(beginning)) end += 1;
    return ids
      .slice(start, end)
      .sort(([, a], [, b]) => a - b)
      .map(([, , result]) => result);
  }

  private candidates(): Candidate[] {
    const beginnings = new Beginnings(this.cut());
    const found: Candidate[] = [];
    let order = 0;
    for (const [id, result] of this.results) {
      if (beginnings.begins(id)) found.push([id, order, result]);
      order += 1;
    }
    return found.sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
