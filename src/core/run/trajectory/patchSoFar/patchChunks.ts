import { err, ok, type Result } from '../../../shared/result';

/** One chunk of an update in the `*** Begin Patch` form: lines without their signs and ends. */
export interface PatchChunk {
  /** Texts of `@@` lines: lines of the file behind which the chunk stands, in order. */
  readonly anchors: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** It must end the file. */
  readonly atEnd: boolean;
}

const withoutEnd = (line: string): string => (line.endsWith('\n') ? line.slice(0, -1) : line);

const matches = (lines: readonly string[], wanted: readonly string[], at: number): boolean =>
  wanted.every((line, index) => lines[at + index] === line);

/** The first place from `from` on at which the lines stand; where they must end the file, only that. */
const seek = (lines: readonly string[], wanted: readonly string[], from: number, atEnd: boolean): number => {
  const last = lines.length - wanted.length;
  for (let at = atEnd ? Math.max(from, last) : from; at <= last; at++) if (matches(lines, wanted, at)) return at;
  return -1;
};

interface Placed {
  readonly at: number;
  readonly chunk: PatchChunk;
}

const placeChunk = (lines: readonly string[], chunk: PatchChunk, from: number): number => {
  let cursor = from;
  for (const anchor of chunk.anchors) {
    const at = seek(lines, [anchor], cursor, false);
    if (at < 0) return -1;
    cursor = at + 1;
  }
  // Without lines to find, the reference implementation adds at the end of the file.
  return chunk.before.length === 0 ? lines.length : seek(lines, chunk.before, cursor, chunk.atEnd);
};

const placeAll = (lines: readonly string[], chunks: readonly PatchChunk[]): readonly Placed[] | null => {
  const placed: Placed[] = [];
  let cursor = 0;
  for (const chunk of chunks) {
    const at = placeChunk(lines, chunk, cursor);
    if (at < 0) return null;
    placed.push({ at, chunk });
    cursor = at + chunk.before.length;
  }
  return placed;
};

/**
 * A file after the chunks of an `apply_patch` body: each at the first place behind its anchors and the chunk before it,
 * as Codex's `apply_patch` seeks (its exact pass alone: where only looser matching would find it, that is an error). The
 * file ends in a line end afterwards, which is also what Codex's tool sees to. `lines` keep their ends.
 */
export const applyChunks = (lines: readonly string[], chunks: readonly PatchChunk[]): Result<string, string> => {
  const bare = lines.map(withoutEnd);
  const placed = placeAll(bare, chunks);
  if (placed === null) return err('lines of the patch do not stand in it');
  const result: string[] = [];
  let from = 0;
  for (const { at, chunk } of placed) {
    for (const line of bare.slice(from, at)) result.push(line);
    for (const line of chunk.after) result.push(line);
    from = at + chunk.before.length;
  }
  for (const line of bare.slice(from)) result.push(line);
  return ok(result.map((line) => `${line}\n`).join(''));
};
