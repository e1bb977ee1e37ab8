import { findInTrajectory } from '../app/trajectory/findInTrajectory';
import { rawHits } from '../app/trajectory/rawHits';
import { type FindPattern, type FindQuery, patternOf } from '../core/run/trajectory/find/findPattern';
import { hitsOfStep, type MatchTexts } from '../core/run/trajectory/find/stepHits';
import type { FindProgress, TrajectoryFindApi } from '../protocol/trajectoryFind';
import type { Kept } from './keptTrajectory';
import { stepOf, type TrajectoryReadings } from './trajectoryReadings';
import { TrajectorySearch } from './trajectorySearch';

/** Matches of one step or raw piece that are counted and shown. */
const mostInOne = 10_000;
const mostSearches = 4;

const faulty = (fault: string): FindProgress => ({
  ...{ found: [], state: 'done', steps: 0, rawParts: 0, slow: 0, unread: 0 },
  fault,
});

/** The searches that pages have asked for last, each over one reading of a file as far as it was read then. */
class Searches {
  private readonly kept = new Map<string, TrajectorySearch>();

  constructor(private readonly matcher: (pattern: FindPattern) => MatchTexts) {}

  of(reading: Kept, query: FindQuery, pattern: FindPattern): TrajectorySearch {
    const { opened, version, stamp } = reading;
    // A last step may get its answer while version and number of steps stay.
    const key = JSON.stringify([version, stamp, opened.entries.length, query]);
    const before = this.kept.get(key);
    if (before && !before.hasStopped) return before;
    this.endOf(version);
    const match = this.matcher(pattern);
    const search = new TrajectorySearch(opened.entries.length, (signal) =>
      findInTrajectory(opened, pattern, match, { mostInOne, signal }),
    );
    this.kept.set(key, search);
    const oldest = this.kept.keys().next();
    if (this.kept.size > mostSearches && !oldest.done) this.drop(oldest.value);
    return search;
  }

  /** A person looks for one thing at a time. */
  private endOf(version: number): void {
    for (const key of [...this.kept.keys()]) if (key.startsWith(`[${version},`)) this.drop(key);
  }

  private drop(key: string): void {
    this.kept.get(key)?.end();
    this.kept.delete(key);
  }
}

/** Find over all text of a trajectory, also what no page has loaded and what no step holds. */
export const trajectoryFindApi = (
  readings: TrajectoryReadings,
  matcher: (pattern: FindPattern) => MatchTexts,
): TrajectoryFindApi => {
  const searches = new Searches(matcher);
  return {
    trajectoryFind: async ({ query, since, ...at }) => {
      const kept = readings.get(at);
      if (!kept) return null;
      const pattern = patternOf(query);
      return 'fault' in pattern ? faulty(pattern.fault) : searches.of(kept, query, pattern).progress(since);
    },
    trajectoryHits: async ({ query, idx, ...at }) => {
      const kept = readings.get(at);
      const step = kept && (await stepOf(kept, idx));
      const pattern = patternOf(query);
      if (!step) return null;
      const hits = 'fault' in pattern ? [] : (hitsOfStep(step, matcher(pattern), mostInOne) ?? []);
      return { hits, more: hits.length >= mostInOne };
    },
    trajectoryRawHits: async ({ query, file, start, end, ...at }) => {
      const kept = readings.get(at);
      const pattern = patternOf(query);
      if (!kept) return null;
      const match: MatchTexts = 'fault' in pattern ? () => [] : matcher(pattern);
      return rawHits(kept.opened, { file, start, end }, match, mostInOne);
    },
  };
};
