import type { TouchstoneEvent } from './event';

/** A chain's head as a checkpoint holds it. */
export interface HeldHead {
  readonly file: string;
  readonly seq: number;
  readonly hash: string;
}

/** The heads that a checkpoint names; none of any other event, and none of those that can't be read. */
export const headsIn = (event: TouchstoneEvent): readonly HeldHead[] => {
  const heads: unknown = event.type === 'checkpoint' ? event.body['heads'] : null;
  if (!Array.isArray(heads)) return [];
  return heads.flatMap((head: Partial<HeldHead> | null) =>
    typeof head?.file === 'string' && typeof head.hash === 'string' && typeof head.seq === 'number'
      ? [{ file: head.file, seq: head.seq, hash: head.hash }]
      : [],
  );
};
