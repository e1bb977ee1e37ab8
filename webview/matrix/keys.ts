import type { KeyHint } from '../kit/help';

/** The keys that the page's foot names. */
export const hints: readonly KeyHint[] = [
  ['↑ ↓ ← →', 'cells'],
  ['Enter', 'review'],
  ['O', 'open the instance'],
  ['/', 'filter'],
  ['D', 'runs differ'],
  ['S', 'sort by this column'],
  ['C', 'compare this run'],
  ['T', 'trajectory'],
];

/** Every key of the page, for its list. */
export const allKeys: readonly KeyHint[] = [
  ['↑ ↓ ← →', 'cells; above the first row the runs, left of the first column the instances'],
  ['Home, End', 'first and last in the row'],
  ['PageUp, PageDown', 'a page of rows'],
  ['Ctrl+Home, Ctrl+End', 'first and last cell'],
  ['Enter', 'at a cell: review it, as Judge in the tree; at a run: sort; at an instance: open it'],
  ['O', 'open the instance'],
  ['S', "sort by the column's outcomes: resolved first, last, not at all"],
  ['D', 'only instances on which runs differ'],
  ['C', "compare the column's run with another"],
  ['T', "open the trajectory of the cell's run"],
  ['/', 'filter by words; Enter or Esc goes back to the cells'],
  ['?', 'this list'],
];
