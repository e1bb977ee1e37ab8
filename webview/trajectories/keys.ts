import type { KeyHint } from '../kit/help';

/** Every key of the page, for its list. */
export const allKeys: readonly KeyHint[] = [
  ['↑ ↓', 'trajectories; Home, End, PageUp, PageDown, Ctrl+Home, Ctrl+End as in every list'],
  ['← →', 'columns'],
  ['Enter', 'open the trajectory; of a file that can not be read its text; on a heading sort by it'],
  ['X', 'mark; two that are marked are shown side by side'],
  ['C', 'the two that are marked side by side again'],
  ['S', 'sort by the column; again the other way, and again as they lie on the disk'],
  ['R', 'open the file as text'],
  ['O', 'open the instance'],
  ['/', 'filter: words, outcome:unresolved, status:limit, steps:>20, cost:<1, -model:mini, is:unreadable'],
  ['?', 'this list'],
];

/** The keys that its foot names. */
export const hints: readonly KeyHint[] = [
  ['↑ ↓', 'trajectories'],
  ['Enter', 'open'],
  ['X', 'mark, two compare'],
  ['S', 'sort'],
  ['R', 'raw'],
  ['O', 'instance'],
  ['/', 'filter'],
];
