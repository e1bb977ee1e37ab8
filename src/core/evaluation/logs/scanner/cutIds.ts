import type { TestResult, TestResults, TestStatus } from '../../testResult';

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
  /** Where each has its first bracket, if it has one: most ids are dismissed by that of theirs. */
  private readonly brackets = new Set<number>();

  constructor(ids: Iterable<string>) {
    const shortest: string[] = [];
    for (const id of [...ids].sort()) if (!id.startsWith(shortest.at(-1) ?? id + id)) shortest.push(id);
    this.shortest = shortest;
    for (const id of shortest) this.brackets.add(id.indexOf('['));
  }

  begins(id: string): boolean {
    if (!this.brackets.has(id.indexOf('[')) && !this.brackets.has(-1)) return false;
    if (this.shortest.length <= FEW) return this.shortest.some((one) => id.startsWith(one));
    const at = lowerBound(this.shortest, id);
    if (this.shortest[at] === id) return true;
    const before = this.shortest[at - 1];
    return before !== undefined && id.startsWith(before);
  }
}

type Candidate = readonly [id: string, order: number, result: TestResult];

/** Results by the beginning of their id, the first of the log; only for beginnings among `cut`. */
export class PrefixMatches {
  private sorted: readonly Candidate[] | null = null;
  private readonly known = new Map<string, TestResult | null>();

  /** `kindOf`: what the results of one beginning have to agree on. */
  constructor(
    private readonly results: TestResults,
    private readonly cut: () => Iterable<string>,
    private readonly kindOf: (status: TestStatus) => unknown,
  ) {}

  /** The first result that begins so; null where there is none, or where they don't agree. */
  of(beginning: string): TestResult | null {
    const known = this.known.get(beginning);
    if (known !== undefined) return known;
    const found = this.find(beginning);
    this.known.set(beginning, found);
    return found;
  }

  private find(beginning: string): TestResult | null {
    this.sorted ??= this.candidates();
    const ids = this.sorted;
    let start = 0;
    for (let high = ids.length; start < high; ) {
      const middle = (start + high) >> 1;
      if ((ids[middle]?.[0] ?? '') < beginning) start = middle + 1;
      else high = middle;
    }
    let first: Candidate | null = null;
    for (let one = ids[start]; one?.[0].startsWith(beginning); start += 1, one = ids[start]) {
      if (first !== null && this.kindOf(one[2].status) !== this.kindOf(first[2].status)) return null;
      if (first === null || one[1] < first[1]) first = one;
    }
    return first?.[2] ?? null;
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
