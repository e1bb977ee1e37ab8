import type { AlignedRow } from '../../src/core/run/trajectory/align/alignSteps';
import type { ShownAlignment, SideStep } from '../../src/protocol/trajectoryAlignment';

/** Which rows are shown. */
export type RowFilter = 'all' | 'differs' | 'edits' | 'tests' | 'errors';

/** A line of the list: a row by its place in all rows, or where the files begin to differ. */
export type Item = { readonly kind: 'row'; readonly row: number } | { readonly kind: 'parting' };

/** Steps of a row on one side. */
export const stepsOf = (steps: readonly SideStep[], span: AlignedRow['a']): readonly SideStep[] =>
  span ? steps.slice(span.from - 1, span.to) : [];

const isShown = ({ a, b }: ShownAlignment, row: AlignedRow, filter: RowFilter): boolean => {
  if (filter === 'all') return true;
  if (filter === 'differs') return row.differs;
  if (filter !== 'errors') return row.anchor?.kind === filter;
  return [...stepsOf(a.steps, row.a), ...stepsOf(b.steps, row.b)].some(({ failed }) => failed);
};

/** How many rows each filter shows. */
export const filterCounts = (shown: ShownAlignment): Readonly<Record<RowFilter, number>> => {
  const count = (filter: RowFilter) => shown.rows.filter((row) => isShown(shown, row, filter)).length;
  return {
    ...{ all: shown.rows.length, differs: count('differs'), edits: count('edits') },
    ...{ tests: count('tests'), errors: count('errors') },
  };
};

/** The lines of the list. */
export const itemsOf = (shown: ShownAlignment, filter: RowFilter): readonly Item[] => {
  const items: Item[] = [];
  const { filesDiffer } = shown;
  let isParted = filesDiffer === null;
  for (const [at, row] of shown.rows.entries()) {
    if (!isShown(shown, row, filter)) continue;
    if (!isParted && at >= (filesDiffer ?? 0)) items.push({ kind: 'parting' });
    isParted ||= at >= (filesDiffer ?? 0);
    items.push({ kind: 'row', row: at });
  }
  return items;
};

type Step = -1 | 1;

/** The next line from `from` on that holds; `from` itself where none does. */
const seek = (items: readonly Item[], from: number, step: Step, holds: (at: number) => boolean): number => {
  for (let at = from + step; at >= 0 && at < items.length; at += step) if (holds(at)) return at;
  return from;
};

const rowAt = ({ rows }: ShownAlignment, item: Item | undefined): AlignedRow | null =>
  item?.kind === 'row' ? (rows[item.row] ?? null) : null;

/** The next line in which both sides stand. */
export const nextAnchor = (shown: ShownAlignment, items: readonly Item[], from: number, step: Step): number =>
  seek(items, from, step, (at) => {
    const row = rowAt(shown, items[at]);
    return row?.a != null && row.b !== null;
  });

/** The next line with which a difference begins: the first of several that differ one after another. */
export const nextDifference = (shown: ShownAlignment, items: readonly Item[], from: number, step: Step): number => {
  const differs = (at: number): boolean => rowAt(shown, items[at])?.differs ?? false;
  const before = (at: number): boolean => differs(items[at - 1]?.kind === 'parting' ? at - 2 : at - 1);
  return seek(items, from, step, (at) => differs(at) && !before(at));
};

/** The last step of each side up to a line; of one that has none yet its first. */
export const stepsUpTo = (
  { rows }: ShownAlignment,
  items: readonly Item[],
  at: number,
): { readonly stepA: number; readonly stepB: number } => {
  const row = items.slice(0, at + 1).findLast((item) => item.kind === 'row');
  const before = row?.kind === 'row' ? rows.slice(0, row.row + 1) : [];
  return {
    stepA: before.findLast(({ a }) => a !== null)?.a?.to ?? 1,
    stepB: before.findLast(({ b }) => b !== null)?.b?.to ?? 1,
  };
};

/** The other way round. */
export const swapped = ({ a, b, rows, ...rest }: ShownAlignment): ShownAlignment => ({
  ...rest,
  a: b,
  b: a,
  rows: rows.map((row) => ({ ...row, a: row.b, b: row.a })),
});

/** Steps of either side that stand alone, of all steps. */
export const aloneOf = ({ a, b, rows }: ShownAlignment): { readonly alone: number; readonly of: number } => {
  const length = (span: AlignedRow['a']): number => (span ? span.to - span.from + 1 : 0);
  const alone = rows.filter((row) => row.a === null || row.b === null);
  return {
    alone: alone.reduce((sum, row) => sum + length(row.a) + length(row.b), 0),
    of: a.steps.length + b.steps.length,
  };
};
