import { findInTrajectory } from '../../src/app/trajectory/findInTrajectory';
import type { OpenedTrajectory } from '../../src/app/trajectory/openTrajectory';
import { readStep } from '../../src/app/trajectory/readStep';
import { type FindQuery, patternOf } from '../../src/core/run/trajectory/find/findPattern';
import { hitsOfStep } from '../../src/core/run/trajectory/find/stepHits';
import { patternMatcher } from '../../src/io/trajectories/patternMatcher';

export const findQuery = (text: string, options: Partial<FindQuery> = {}): FindQuery => ({
  ...{ text, matchCase: false, wholeWord: false, regex: false },
  ...options,
});

const matcherOf = (query: FindQuery) => {
  const pattern = patternOf(query);
  if ('fault' in pattern) throw new Error(pattern.fault);
  return { pattern, match: patternMatcher(pattern) };
};

export interface Found {
  /** Matches by the number of their step. */
  readonly steps: ReadonlyMap<number, number>;
  /** In bytes that no step holds. */
  readonly raw: number;
  readonly parts: number;
  readonly unread: number;
}

/** What is found, all of it. */
export const foundIn = async (opened: OpenedTrajectory, query: FindQuery): Promise<Found> => {
  const { pattern, match } = matcherOf(query);
  const steps = new Map<number, number>();
  const sum = { raw: 0, parts: 0, unread: 0 };
  const options = { mostInOne: 1e6, signal: new AbortController().signal };
  for await (const news of findInTrajectory(opened, pattern, match, options)) {
    if (news.kind === 'step') steps.set(news.idx, news.hits);
    else if (news.kind === 'raw') sum.raw += news.hits;
    else if (news.kind === 'part') sum.parts += 1;
    else sum.unread += 1;
  }
  return { steps: new Map([...steps].sort(([a], [b]) => a - b)), ...sum };
};

/** The same without any way around: every step is built and looked through. */
export const foundNaively = async (
  opened: OpenedTrajectory,
  query: FindQuery,
): Promise<ReadonlyMap<number, number>> => {
  const { match } = matcherOf(query);
  const steps = new Map<number, number>();
  for (const entry of opened.entries) {
    const hits = hitsOfStep(await readStep(opened, entry), match, 1e6)?.length ?? 0;
    if (hits > 0) steps.set(entry.idx, hits);
  }
  return steps;
};
