import type { HunkMap, MapFile, MapHunk } from '../../src/core/patch/hunkMap';
import type { MapPosition } from '../../src/core/patch/hunkStops';

/** A line of the map: a file, or one of its hunks. */
export type MapRow =
  | { readonly kind: 'file'; readonly at: MapPosition; readonly file: MapFile; readonly isFolded: boolean }
  | { readonly kind: 'hunk'; readonly at: MapPosition; readonly file: MapFile; readonly hunk: MapHunk };

/** Files whose fold the person changed; all others are folded as they come. */
export type Turned = ReadonlySet<string>;

const comesFolded = ({ class: kind }: MapFile, isLong: boolean): boolean => isLong || kind === 'generated';

export const isFolded = (file: MapFile, isLong: boolean, turned: Turned): boolean =>
  comesFolded(file, isLong) !== turned.has(file.path);

export const rowsOf = ({ files }: HunkMap, isLong: boolean, turned: Turned): readonly MapRow[] =>
  files.flatMap((file, number) => {
    const folded = isFolded(file, isLong, turned);
    const head: MapRow = { kind: 'file', at: { file: number, hunk: null }, file, isFolded: folded };
    if (folded) return [head];
    const hunks = file.hunks.map((hunk, i): MapRow => ({ kind: 'hunk', at: { file: number, hunk: i }, file, hunk }));
    return [head, ...hunks];
  });

/** The row of a position; that of its file where the hunk is folded away. */
export const rowAt = (rows: readonly MapRow[], { file, hunk }: MapPosition): number => {
  const exact = rows.findIndex(({ at }) => at.file === file && at.hunk === hunk);
  return exact >= 0
    ? exact
    : Math.max(
        0,
        rows.findIndex(({ at }) => at.file === file),
      );
};
