import type { ByteSource } from './byteSource';
import { HeldBytes, type HeldPiece } from './cutValue';
import { maxRecordBytes } from './rawRecord';

/** A range that is longer than a record may be, as `HeldBytes` holds it: nothing else of it is ever in memory. */
export const heldRange = async (
  source: ByteSource,
  start: number,
  end: number,
  isJson: boolean,
): Promise<HeldPiece> => {
  const held = new HeldBytes(maxRecordBytes, isJson);
  let at = source.identity === undefined ? 0 : start;
  for await (const chunk of source.stream(undefined, at)) {
    if (at + chunk.length > start) held.add(chunk.subarray(Math.max(0, start - at), end - at));
    at += chunk.length;
    if (at >= end) break;
  }
  return held.take(held.length);
};
