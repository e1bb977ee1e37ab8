import { type ErrorFinding, type ErrorType, errorTypes } from '../evaluation/errorType';
import { type Outcome, resolvedOf } from '../evaluation/outcome';
import { outcomeWords } from '../evaluation/outcomeWords';

/** Where one instance stands in a comparison of two runs, A and B. */
export const comparedSets = ['both', 'only-a', 'only-b', 'neither', 'not-comparable'] as const;
export type ComparedSet = (typeof comparedSets)[number];

/** One run on one instance. */
export interface ComparedSide {
  /** False where the run has neither a prediction nor an evaluation on the instance. */
  readonly inRun: boolean;
  /** null: not evaluated. */
  readonly outcome: Outcome | null;
  /** null: unknown (not read, no log, not evaluated, infrastructure). */
  readonly error: ErrorFinding | null;
}

export interface ComparedInstance {
  readonly instanceId: string;
  readonly a: ComparedSide;
  readonly b: ComparedSide;
}

/** Instances whose error type goes from one to another; `n` of them. */
export interface ErrorFlow {
  readonly from: ErrorType;
  readonly to: ErrorType;
  readonly n: number;
}

/** How often each error type was seen on one side; `unknown` are those without one. Types without members are left out. */
export interface TypeCounts {
  readonly types: readonly { readonly type: ErrorType; readonly n: number }[];
  readonly unknown: number;
}

/** Two runs over the same instances, counted. Every instance is in exactly one set. */
export interface RunComparison {
  readonly n: number;
  readonly sets: Readonly<Record<ComparedSet, number>>;
  /** Why instances are not comparable, most frequent first: `A not evaluated`, `B no verdict: time-out`. */
  readonly reasons: readonly { readonly reason: string; readonly n: number }[];
  readonly a: TypeCounts;
  readonly b: TypeCounts;
  /** In the order of `errorTypes`, by A's type and then by B's; the sum of their n is `flowTotal`. */
  readonly flows: readonly ErrorFlow[];
  /** Instances whose type is known on both sides. */
  readonly flowTotal: number;
}

/** `not-comparable`: one side has no yes or no (not in the run, not evaluated, no verdict). */
export const setOf = ({ a, b }: ComparedInstance): ComparedSet => {
  const first = resolvedOf(a.outcome);
  const second = resolvedOf(b.outcome);
  if (first === null || second === null) return 'not-comparable';
  if (first) return second ? 'both' : 'only-a';
  return second ? 'only-b' : 'neither';
};

const sideReason = (name: string, { inRun, outcome }: ComparedSide): string | null => {
  if (resolvedOf(outcome) !== null) return null;
  if (!inRun) return `${name} has no prediction`;
  return outcome?.kind === 'scored' ? `${name} has a score and no yes or no` : `${name} ${outcomeWords(outcome)}`;
};

/** Why an instance is not comparable, both sides where both lack an outcome; '' where it is. */
export const whyNotComparable = ({ a, b }: ComparedInstance): string =>
  [sideReason('A', a), sideReason('B', b)].filter((reason) => reason !== null).join('; ');

const tally = <T extends string>(values: readonly T[]): ReadonlyMap<T, number> => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const typeCounts = (sides: readonly ComparedSide[]): TypeCounts => {
  const known = sides.flatMap(({ error }) => (error ? [error.type] : []));
  const counts = tally(known);
  return {
    types: errorTypes.flatMap((type) => ({ type, n: counts.get(type) ?? 0 })).filter(({ n }) => n > 0),
    unknown: sides.length - known.length,
  };
};

const flowsOf = (instances: readonly ComparedInstance[]): readonly ErrorFlow[] => {
  const pairs = instances.flatMap(({ a, b }) => (a.error && b.error ? [`${a.error.type} ${b.error.type}`] : []));
  const counts = tally(pairs);
  return errorTypes
    .flatMap((from) => errorTypes.map((to) => ({ from, to, n: counts.get(`${from} ${to}`) ?? 0 })))
    .filter(({ n }) => n > 0);
};

/** Counts two runs against each other. Linear in the number of instances. */
export const compareRuns = (instances: readonly ComparedInstance[]): RunComparison => {
  const sets = tally(instances.map(setOf));
  const reasons = tally(instances.map(whyNotComparable).filter((reason) => reason !== ''));
  const flows = flowsOf(instances);
  return {
    n: instances.length,
    sets: {
      both: sets.get('both') ?? 0,
      'only-a': sets.get('only-a') ?? 0,
      'only-b': sets.get('only-b') ?? 0,
      neither: sets.get('neither') ?? 0,
      'not-comparable': sets.get('not-comparable') ?? 0,
    },
    reasons: [...reasons].map(([reason, n]) => ({ reason, n })).sort((x, y) => y.n - x.n),
    a: typeCounts(instances.map(({ a }) => a)),
    b: typeCounts(instances.map(({ b }) => b)),
    flows,
    flowTotal: flows.reduce((sum, { n }) => sum + n, 0),
  };
};

/** Which instances of a comparison are listed; null fields hold for all. */
export interface ComparedFilter {
  readonly set: ComparedSet | null;
  readonly from: ErrorType | null;
  readonly to: ErrorType | null;
}

export const passesFilter = (instance: ComparedInstance, { set, from, to }: ComparedFilter): boolean =>
  (set === null || setOf(instance) === set) &&
  (from === null || instance.a.error?.type === from) &&
  (to === null || instance.b.error?.type === to);
