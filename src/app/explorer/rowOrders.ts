import { classOfValue } from '../../core/study/facetWords';
import type { SortKey } from '../../protocol/explorer';
import type { ExplorerRow } from './explorerStudy';
import type { FacetColumn } from './facetColumn';

/** Difficulties as benchmarks word them, easiest first; others follow by name. */
const difficulties = ['<15 min fix', 'easy', '15 min - 1 hour', 'medium', '1-4 hours', 'hard', '>4 hours'];

const outcomes = ['resolved', 'scored', 'unresolved', 'none', 'not-evaluated'];

/** The order of ids in which `x-9` stands before `x-10`. */
const byId = (rows: readonly ExplorerRow[]): Uint32Array => {
  const parts = rows.map(({ id }) => /^(.*?)(\d{1,15})?$/s.exec(id));
  const heads = parts.map((part, row) => part?.[1] ?? rows[row]?.id ?? '');
  const numbers = parts.map((part) => Number(part?.[2] ?? -1));
  return sorted(rows.length, (a, b) => {
    const [left, right] = [heads[a] as string, heads[b] as string];
    return left === right ? (numbers[a] as number) - (numbers[b] as number) : left < right ? -1 : 1;
  });
};

const inOrder = (count: number): Uint32Array => {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
};

const sorted = (count: number, compare: (a: number, b: number) => number): Uint32Array =>
  inOrder(count).sort((a, b) => compare(a, b) || a - b);

/** Rows by the rank of their first value in a column; unknown last. */
const byRank = (column: FacetColumn, rankOf: (value: string) => number): Uint32Array => {
  const alphabetical = [...column.values].sort();
  const rank = column.values.map((value) => (value === '' ? 1e9 : rankOf(value) * 1e4 + alphabetical.indexOf(value)));
  const { codes, starts } = column;
  const rankAt = (row: number): number => rank[codes[starts[row] as number] as number] as number;
  return sorted(starts.length - 1, (a, b) => rankAt(a) - rankAt(b));
};

const place = (list: readonly string[], value: string): number => {
  const found = list.indexOf(value);
  return found < 0 ? list.length : found;
};

/** All rows in one order, ascending; rows that are level stay as in the data. `run` counts for outcomes alone. */
export const rowOrder = (
  by: SortKey,
  run: string | null,
  rows: readonly ExplorerRow[],
  columns: readonly FacetColumn[],
): Uint32Array => {
  const column = (facet: FacetColumn['facet'], of: string | null = null) =>
    columns.find((each) => each.facet === facet && each.run === of);
  if (by === 'id') return byId(rows);
  if (by === 'data') return inOrder(rows.length);
  const found = by === 'outcome' ? column('outcome', run) : column(by);
  if (!found) return inOrder(rows.length);
  if (by === 'outcome') return byRank(found, (value) => place(outcomes, classOfValue(value)));
  return byRank(found, (value) => (by === 'difficulty' ? place(difficulties, value.toLowerCase()) : 0));
};
