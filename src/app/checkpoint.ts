import type { CheckpointBody } from '../core/review/events/bodies';
import type { TouchstoneEvent } from '../core/review/events/event';
import { headsIn } from '../core/review/events/headsIn';
import type { ReviewStore } from '../core/review/stores';

type CheckpointStore = Pick<ReviewStore, 'events' | 'readEvents' | 'heads'>;

/** Heads that this rater's checkpoints hold already. */
const heldBy = async (ports: CheckpointStore, rater: string): Promise<ReadonlySet<string>> => {
  const held = new Set<string>();
  for await (const event of ports.readEvents())
    if (event.rater === rater) for (const { file, hash } of headsIn(event)) held.add(`${file} ${hash}`);
  return held;
};

/**
 * Writes down where the chains of all other raters end, so that who cuts or rewrites one of them later is noticed. The
 * event; null where there is nothing new to write down. Rejects with an EnvironmentFault where the disk can't take it.
 */
export const checkpoint = async (ports: CheckpointStore, rater: string): Promise<TouchstoneEvent | null> => {
  const others = (await ports.heads()).filter((head) => head.rater !== rater);
  if (others.length === 0) return null;
  const held = await heldBy(ports, rater);
  if (others.every(({ file, hash }) => held.has(`${file} ${hash}`))) return null;
  const body: CheckpointBody = { heads: others.map(({ file, seq, hash }) => ({ file, seq, hash })) };
  return ports.events.append({ type: 'checkpoint', body });
};
