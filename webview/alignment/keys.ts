import type { KeyHint } from '../kit/help';

/** Every key of the page, for its list. */
export const allKeys: readonly KeyHint[] = [
  ['J K', 'next and previous anchor: where both do the same'],
  ['N P', 'next and previous difference'],
  ['↑ ↓', 'rows; Home, End, PageUp, PageDown, Ctrl+Home, Ctrl+End as in every list'],
  ['← →', 'side'],
  ['Enter', 'open the step in its trajectory, beside'],
  ['D', 'the files as they stood on both sides by then, side by side'],
  ['S', 'swap the sides'],
  ['?', 'this list'],
];

/** The keys that its foot names. */
export const hints: readonly KeyHint[] = [
  ['J K', 'anchor'],
  ['N P', 'difference'],
  ['← →', 'side'],
  ['Enter', 'open the step'],
  ['D', 'files'],
  ['S', 'swap'],
];
