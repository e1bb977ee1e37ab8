import type { TouchstoneEvent } from '../review/events/event';
import { fold } from '../review/events/fold';
import type { InstanceRun } from './instanceRuns';

const toldAtMost = 10;

interface Bound {
  readonly seen?: { readonly run?: unknown };
  readonly of?: { readonly unit?: unknown; readonly instance?: unknown; readonly patch?: unknown };
}

const short = (hash: string | null): string => (hash === null ? 'no patch' : `patch ${hash.slice(0, 12)}`);

/** Patches that predictions of a run have now, by run and instance. */
const patchesOf = (rows: Iterable<readonly InstanceRun[]>): ReadonlyMap<string, readonly (string | null)[]> => {
  const patches = new Map<string, (string | null)[]>();
  for (const row of [...rows].flat()) {
    if (row.kind !== 'prediction') continue;
    const key = JSON.stringify([row.runId, row.instanceId]);
    patches.set(key, [...(patches.get(key) ?? []), row.patchHash]);
  }
  return patches;
};

/**
 * Verdicts that stand on patches which their run has no more, a sentence each: they stay bound to the hash of what was
 * judged. Runs that aren't here say nothing of theirs.
 */
export const boundElsewhere = (
  events: readonly TouchstoneEvent[],
  rows: Iterable<readonly InstanceRun[]>,
): readonly string[] => {
  const patches = patchesOf(rows);
  const told = fold(events).items.flatMap(({ rater, live }): readonly string[] => {
    const { seen, of } = (live?.event.body ?? {}) as Bound;
    if (!live || of?.unit !== 'prediction') return [];
    const now = patches.get(JSON.stringify([seen?.run, of.instance]));
    const judged = typeof of.patch === 'string' ? of.patch : null;
    if (!now || now.includes(judged)) return [];
    return [
      `${rater}'s verdict on ${String(of.instance)} of ${String(seen?.run)} is bound to ${short(judged)}; the run has ${now
        .map(short)
        .join(', ')} now.`,
    ];
  });
  const more = told.length - toldAtMost;
  return more > 0 ? [...told.slice(0, toldAtMost), `${more} more verdicts are bound to patches of before.`] : told;
};
