import type { MatrixHead } from '../../src/protocol/matrix';
import { countMarks } from './cells';

/** Pixels of the grid's parts. */
export interface Sizes {
  readonly row: number;
  readonly head: number;
  readonly names: number;
  readonly column: number;
}

const characterWidth = 7;

/** All columns are alike, wide enough for the longest counts; the column of instances gives way in a narrow window. */
export const sizesFor = (columns: readonly MatrixHead[], width: number): Sizes => {
  const longest = columns.reduce((most, head) => Math.max(most, countMarks(head).length), 0);
  const column = Math.min(220, Math.max(124, longest * characterWidth + 18));
  return { row: 22, head: 82, names: width < 760 ? 170 : 300, column };
};
