import { createHash } from 'node:crypto';

/** The SHA-256 of pieces, in lower-case hex, without holding them. */
export const hashPieces = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};
