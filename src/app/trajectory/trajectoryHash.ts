import type { OpenedTrajectory } from './openTrajectory';

/** SHA-256 over bytes that come piece by piece, as lower-case hex. */
export type HashPieces = (pieces: AsyncIterable<Uint8Array>) => Promise<string>;

const pieceBytes = 8 * 1024 ** 2;

async function* piecesOf({ files, found }: OpenedTrajectory): AsyncGenerator<Uint8Array> {
  const ranges =
    found.within === null
      ? found.parts.map(({ path }) => ({ path, start: 0, end: Number.POSITIVE_INFINITY }))
      : [{ path: found.within.ref.file, start: found.within.ref.start, end: found.within.ref.end }];
  for (const { path, start, end } of ranges)
    for (let at = start; at < end; ) {
      const bytes = await files.bytes(path, at, Math.min(end, at + pieceBytes));
      if (bytes.length === 0) break;
      yield bytes;
      at += bytes.length;
    }
  // Several of one record have the same bytes, and are told apart by their place in it.
  const at = found.within?.ref.at ?? [];
  if (at.length > 0) yield new TextEncoder().encode(JSON.stringify(at));
}

/**
 * By what a replay is bound to a trajectory: the hash of the bytes of all its files in order (unpacked where they are
 * packed), or of the one record that holds it where a file has several.
 */
export const trajectoryHash = (hash: HashPieces, opened: OpenedTrajectory): Promise<string> => hash(piecesOf(opened));
