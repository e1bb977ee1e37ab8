import type { OpenedTrajectory } from '../app/trajectory/openTrajectory';
import { type HashPieces, trajectoryHash } from '../app/trajectory/trajectoryHash';

/** The hash of a reading: its whole file is read for it, so once. */
export type HashOf = (opened: OpenedTrajectory) => Promise<string>;

/** One that could not be told is tried again. */
export const trajectoryHashes = (hashPieces: HashPieces): HashOf => {
  const known = new WeakMap<OpenedTrajectory, Promise<string>>();
  return (opened) => {
    const before = known.get(opened);
    if (before !== undefined) return before;
    const hash = trajectoryHash(hashPieces, opened);
    known.set(opened, hash);
    hash.catch(() => known.delete(opened));
    return hash;
  };
};
