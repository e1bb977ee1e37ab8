import { classOfValue } from '../../core/study/facetWords';
import type { FacetChoice, FacetList, FacetValue, InstanceGroup, OutcomeTally } from '../../protocol/explorer';
import type { FacetColumn } from './facetColumn';
import { chosenIn, countValues, type RowMatch, withChosen } from './rowMatch';

/** Values of one facet that are listed; those chosen always are. */
const listed = 500;

/** Most frequent first, then by name; unknown last. */
const byCount = (a: FacetValue, b: FacetValue): number =>
  Number(a.value === '') - Number(b.value === '') || b.count - a.count || (a.label < b.label ? -1 : 1);

/** One facet with the count of each of its values, every other facet as it is. */
export const facetList = (column: FacetColumn, place: number, match: RowMatch, facets: FacetChoice): FacetList => {
  const chosen = new Set(chosenIn(column, facets));
  const counts = countValues(column, place, match);
  const all = column.values.map((value, code) => ({ value, label: column.labelOf(value), count: counts[code] ?? 0 }));
  const gone = [...chosen]
    .filter((value) => !column.values.includes(value))
    .map((value) => ({ value, label: column.labelOf(value), count: 0 }));
  const values = [...all, ...gone].filter(({ value, count }) => count > 0 || chosen.has(value)).sort(byCount);
  const shown = values.filter(({ value }, at) => at < listed || chosen.has(value));
  const { facet, run, title } = column;
  return { facet, run, title, values: shown, more: values.length - shown.length };
};

const tallied: readonly string[] = ['resolved', 'unresolved', 'scored', 'none'];

const noTally: OutcomeTally = { resolved: 0, unresolved: 0, scored: 0, none: 0 };

/** Outcomes by value of a column, over the rows that match: four counts by code, one after another. */
const tally = (column: FacetColumn, outcomes: FacetColumn, { against }: RowMatch): Uint32Array => {
  const place = outcomes.values.map((value) => tallied.indexOf(classOfValue(value)));
  const counts = new Uint32Array(column.values.length * tallied.length);
  const { starts, codes } = column;
  const { starts: outcomeStarts, codes: outcomeCodes } = outcomes;
  for (let row = 0; row < against.length; row++) {
    const kind = place[outcomeCodes[outcomeStarts[row] as number] as number] as number;
    if (against[row] !== 0 || kind < 0) continue;
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at++) {
      const cell = (codes[at] as number) * tallied.length + kind;
      counts[cell] = (counts[cell] as number) + 1;
    }
  }
  return counts;
};

const tallyAt = (counts: Uint32Array, code: number): OutcomeTally => {
  const at = code * tallied.length;
  const [resolved = 0, unresolved = 0, scored = 0, none = 0] = counts.subarray(at, at + tallied.length);
  return { resolved, unresolved, scored, none };
};

/** Matching instances of one column's values. An instance with several values is in several groups. */
const countGroups = ({ starts, codes, values }: FacetColumn, { against }: RowMatch): Uint32Array => {
  const counts = new Uint32Array(values.length);
  for (let row = 0; row < against.length; row++) {
    if (against[row] !== 0) continue;
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at++)
      counts[codes[at] as number] = (counts[codes[at] as number] ?? 0) + 1;
  }
  return counts;
};

/**
 * The groups of a query, largest first. Where values of the facet are chosen, those alone are groups, so that each
 * group's facets find what it counts.
 */
export const instanceGroups = (
  column: FacetColumn,
  outcomes: FacetColumn | null,
  match: RowMatch,
  facets: FacetChoice,
): readonly InstanceGroup[] => {
  const chosen = new Set(chosenIn(column, facets));
  const counts = countGroups(column, match);
  const tallies = outcomes && tally(column, outcomes, match);
  const groups = column.values.map((value, code) => ({
    value,
    label: column.labelOf(value),
    count: counts[code] ?? 0,
    facets: withChosen(facets, column, [value]),
    outcomes: tallies ? tallyAt(tallies, code) : noTally,
  }));
  return groups.filter(({ value, count }) => count > 0 && (chosen.size === 0 || chosen.has(value))).sort(byCount);
};
