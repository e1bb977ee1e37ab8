import type { TouchstoneEvent } from '../core/review/events/event';
import { type FoldedItem, fold } from '../core/review/events/fold';

/** What one rater says of a prediction now. */
export interface RaterVerdict {
  readonly rater: string;
  /** Value of the overall answer (`right`, ...), `cannot_judge`, or null where two verdicts stand (a conflict). */
  readonly overall: string | null;
  readonly rubric: string;
  readonly at: string;
  readonly event: string;
  readonly phase: string | null;
  readonly conflict: boolean;
}

/** Verdicts on one (instance, patch), joined with the automatic side by content. */
export interface VerdictsOnPatch {
  readonly instance: string;
  /** Lower-case hex SHA-256; null where the prediction has no patch. */
  readonly patchHash: string | null;
  /** Live verdicts, one for each rater, rubric and presentation. */
  readonly count: number;
  /** The latest of each rater and rubric. */
  readonly raters: readonly RaterVerdict[];
}

export interface VerdictSummary {
  readonly events: number;
  readonly all: readonly VerdictsOnPatch[];
  of(instance: string, patchHash: string | null): VerdictsOnPatch | null;
}

const joinKey = (instance: string, patchHash: string | null): string => JSON.stringify([instance, patchHash]);

const raterVerdict = (item: FoldedItem): RaterVerdict | null => {
  const head = item.live ?? item.heads.at(-1);
  if (!head) return null;
  const { event, judgement } = head;
  const { overall } = judgement;
  const value = overall?.cannot_judge ? 'cannot_judge' : overall?.value;
  return {
    rater: item.rater,
    overall: item.conflict || value === undefined ? null : String(value),
    rubric: item.rubric.id,
    at: event.ts,
    event: event.id,
    phase: judgement.phase ?? null,
    conflict: item.conflict,
  };
};

const placeOf = (item: FoldedItem): { readonly instance: string; readonly patchHash: string | null } | null => {
  const of = item.history.map(({ judgement }) => judgement.of).find((found) => found !== undefined);
  // What is said of the instance itself, or of how a run went, is no word on its patch.
  return of && (of.unit ?? 'prediction') === 'prediction'
    ? { instance: of.instance, patchHash: of.patch ?? null }
    : null;
};

const later = (left: RaterVerdict, right: RaterVerdict): boolean => Date.parse(left.at) > Date.parse(right.at);

/** The latest of each rater under each rubric, in order of rater. */
const latestOf = (verdicts: readonly RaterVerdict[]): readonly RaterVerdict[] => {
  const latest = new Map<string, RaterVerdict>();
  for (const verdict of verdicts) {
    const key = JSON.stringify([verdict.rater, verdict.rubric]);
    const before = latest.get(key);
    if (!before || later(verdict, before)) latest.set(key, verdict);
  }
  return [...latest.values()].sort((left, right) => (left.rater < right.rater ? -1 : 1));
};

/** The verdicts that stand, folded out of a study's events, to be shown beside the automatic scores. */
export const verdictsOf = async (events: AsyncIterable<TouchstoneEvent>): Promise<VerdictSummary> => {
  const read: TouchstoneEvent[] = [];
  for await (const event of events) read.push(event);
  const places = new Map<string, { instance: string; patchHash: string | null; verdicts: RaterVerdict[] }>();
  for (const item of fold(read).items) {
    const verdict = raterVerdict(item);
    const place = verdict && placeOf(item);
    if (!verdict || !place) continue;
    const key = joinKey(place.instance, place.patchHash);
    const found = places.get(key) ?? { ...place, verdicts: [] };
    found.verdicts.push(verdict);
    places.set(key, found);
  }
  const summary = new Map(
    [...places].map(([key, { instance, patchHash, verdicts }]) => [
      key,
      { instance, patchHash, count: verdicts.length, raters: latestOf(verdicts) },
    ]),
  );
  return {
    events: read.length,
    all: [...summary.values()],
    of: (instance, patchHash) => summary.get(joinKey(instance, patchHash)) ?? null,
  };
};
