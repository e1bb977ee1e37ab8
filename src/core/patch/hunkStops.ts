import type { HunkMap } from './hunkMap';

/** A hunk by its numbers in the map, from 0; `hunk` null: the file as a whole. */
export interface MapPosition {
  readonly file: number;
  readonly hunk: number | null;
}

const isBefore = (a: MapPosition, b: MapPosition): boolean =>
  a.file < b.file || (a.file === b.file && (a.hunk ?? -1) < (b.hunk ?? -1));

/**
 * Where people stop on their way: every hunk, and every file that has none (binary, renamed). What a tool made is passed
 * over, unless one stands in it.
 */
export const mapStops = ({ files }: Pick<HunkMap, 'files'>, within: number | null = null): readonly MapPosition[] =>
  files.flatMap(({ class: kind, hunks }, file): readonly MapPosition[] => {
    if (kind === 'generated' && file !== within) return [];
    return hunks.length === 0 ? [{ file, hunk: null }] : hunks.map((_, hunk) => ({ file, hunk }));
  });

/** The stop after a position, or the one before it; null at the end. From nowhere: the first, or the last. */
export const stopFrom = (map: Pick<HunkMap, 'files'>, from: MapPosition | null, by: 1 | -1): MapPosition | null => {
  const stops = mapStops(map, from?.file);
  if (by > 0) return stops.find((stop) => from === null || isBefore(from, stop)) ?? null;
  return stops.findLast((stop) => from === null || isBefore(stop, from)) ?? null;
};
