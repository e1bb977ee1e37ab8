import type { TouchstoneEvent } from '../core/review/events/event';
import { fold } from '../core/review/events/fold';

/** Names a patch of an instance. */
export const patchKey = (instanceId: string, patchHash: string | null): string =>
  JSON.stringify([instanceId, patchHash]);

/**
 * What one rater has given a verdict on that stands, by `patchKey`: the patch, or how the run went that made it. Two that
 * stand beside each other count as well: what was seen is seen.
 */
export const judgedBy = async (events: AsyncIterable<TouchstoneEvent>, rater: string): Promise<ReadonlySet<string>> => {
  const own: TouchstoneEvent[] = [];
  for await (const event of events) if (event.rater === rater) own.push(event);
  const judged = new Set<string>();
  for (const { heads, history } of fold(own).items) {
    const of = history.map(({ judgement }) => judgement.of).find((found) => found !== undefined);
    if (heads.length > 0 && of && of.unit !== 'instance') judged.add(patchKey(of.instance, of.patch ?? null));
  }
  return judged;
};
