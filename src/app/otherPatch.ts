import type { TouchstoneEvent } from '../core/review/events/event';
import { fold } from '../core/review/events/fold';

/** A verdict that is bound to another patch than the one at hand. */
export interface OtherPatch {
  /** Lower-case hex SHA-256; null: there was no patch. */
  readonly patchHash: string | null;
  /** RFC 3339. */
  readonly at: string;
}

/** Whose verdict is looked for, on which run's prediction, under which rubric; `patchHash` is the patch at hand. */
export interface PatchAtHand {
  readonly rater: string;
  readonly rubric: string;
  readonly runId: string;
  readonly instanceId: string;
  readonly patchHash: string | null;
}

interface Bound {
  readonly seen?: { readonly run?: unknown };
  readonly of?: { readonly unit?: unknown; readonly instance?: unknown; readonly patch?: unknown };
}

/** This rater's events on the instance: folding all of a large study would be felt at each opening. */
const ofItem = (events: readonly TouchstoneEvent[], { rater, instanceId }: PatchAtHand): readonly TouchstoneEvent[] => {
  const own = events.filter((event) => event.rater === rater);
  const isOnIt = ({ body }: TouchstoneEvent) => (body as Bound).of?.instance === instanceId;
  const subjects = new Set(own.filter(isOnIt).map(({ body }) => body['subject']));
  return own.filter(({ body }) => subjects.has(body['subject']));
};

/**
 * The latest verdict that this rater gave on the same run's prediction when it had another patch; null where there is
 * none, or where the patch at hand has one. The store keeps hashes alone: the old patch itself may be gone.
 */
export const verdictOnOtherPatch = (events: readonly TouchstoneEvent[], at: PatchAtHand): OtherPatch | null => {
  const found = fold(ofItem(events, at)).items.flatMap(({ rater, rubric, live }): OtherPatch[] => {
    const { seen, of } = (live?.event.body ?? {}) as Bound;
    if (!live || rater !== at.rater || rubric.id !== at.rubric || seen?.run !== at.runId) return [];
    if (of?.unit !== 'prediction' || of.instance !== at.instanceId) return [];
    return [{ patchHash: typeof of.patch === 'string' ? of.patch : null, at: live.event.ts }];
  });
  if (found.some(({ patchHash }) => patchHash === at.patchHash)) return null;
  return found.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).at(-1) ?? null;
};
