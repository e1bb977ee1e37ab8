import type { FacetChoice, FacetName } from '../../protocol/explorer';
import type { FacetColumn } from './facetColumn';

/** Which rows a choice of facets lets through, and for all others how many facets, and which one, are against them. */
export interface RowMatch {
  /** By row: 0 where every facet holds, else the number of facets that don't (255 and more as 255). */
  readonly against: Uint8Array;
  /** By row: place of the last column that is against it; it alone is, where `against` is 1. */
  readonly by: Uint16Array;
}

/** The chosen values that belong to one column: all of its facet, for outcomes those of its run. */
export const chosenIn = (column: FacetColumn, facets: FacetChoice): readonly string[] => {
  const chosen = facets[column.facet] ?? [];
  return column.run === null ? chosen : chosen.filter((value) => value.startsWith(`${column.run}\n`));
};

/** One byte by code: 1 where the value is chosen. */
const allowed = (column: FacetColumn, chosen: readonly string[]): Uint8Array => {
  const values = new Set(chosen);
  return Uint8Array.from(column.values, (value) => (values.has(value) ? 1 : 0));
};

const holds = (starts: Uint32Array, codes: Uint32Array, row: number, yes: Uint8Array): boolean => {
  const end = starts[row + 1] as number;
  for (let at = starts[row] as number; at < end; at++) if (yes[codes[at] as number] === 1) return true;
  return false;
};

const facetsWithoutColumn = (columns: readonly FacetColumn[], facets: FacetChoice): boolean =>
  (facets.outcome ?? []).some((value) => !columns.some((c) => c.run !== null && value.startsWith(`${c.run}\n`)));

/** Follows every chosen facet over all rows once. `text`: by row, 1 where the text was found; null where none is sought. */
export const matchRows = (
  columns: readonly FacetColumn[],
  count: number,
  facets: FacetChoice,
  text: Uint8Array | null,
): RowMatch => {
  const against = new Uint8Array(count);
  const by = new Uint16Array(count);
  for (const [place, column] of columns.entries()) {
    const chosen = chosenIn(column, facets);
    if (chosen.length === 0) continue;
    const yes = allowed(column, chosen);
    const { starts, codes } = column;
    for (let row = 0; row < count; row++) {
      if (holds(starts, codes, row, yes)) continue;
      against[row] = Math.min(255, (against[row] as number) + 1);
      by[row] = place;
    }
  }
  // A run that is gone has no outcomes: nothing can be of the chosen one.
  if (facetsWithoutColumn(columns, facets)) against.fill(255);
  if (text) for (let row = 0; row < count; row++) if (text[row] === 0) against[row] = 255;
  return { against, by };
};

/** Instances by value of one column: those that every other facet lets through. */
export const countValues = (column: FacetColumn, place: number, { against, by }: RowMatch): Uint32Array => {
  const { starts, codes, values } = column;
  const counts = new Uint32Array(values.length);
  for (let row = 0; row < against.length; row++) {
    const others = against[row] as number;
    if (others > 1 || (others === 1 && by[row] !== place)) continue;
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at++)
      counts[codes[at] as number] = (counts[codes[at] as number] ?? 0) + 1;
  }
  return counts;
};

/** The choice with one column's values replaced; those of other runs stay. */
export const withChosen = (
  facets: FacetChoice,
  { facet, run }: { readonly facet: FacetName; readonly run: string | null },
  values: readonly string[],
): FacetChoice => {
  const others = run === null ? [] : (facets[facet] ?? []).filter((value) => !value.startsWith(`${run}\n`));
  return { ...facets, [facet]: [...others, ...values] };
};
