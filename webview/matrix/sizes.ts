import type { MatrixHead } from '../../src/protocol/matrix';
import { countMarks } from './cells';

/** Pixels of the grid's parts. */
export interface Sizes {
  readonly row: number;
  readonly head: number;
  /** Height of a run's name: one line, or two where names are long. */
  readonly run: number;
  readonly names: number;
  readonly column: number;
}

const characterWidth = 8;
const line = 17;

/** All columns are alike, wide enough for the longest counts; the column of instances gives way in a narrow window. */
export const sizesFor = (columns: readonly MatrixHead[], width: number): Sizes => {
  const longest = columns.reduce((most, head) => Math.max(most, countMarks(head).length), 0);
  const column = Math.min(220, Math.max(124, longest * characterWidth + 18));
  const lines = columns.some(({ label }) => label.length * characterWidth > column - 16) ? 2 : 1;
  return { row: 22, head: 65 + lines * line, run: lines * line, names: width < 760 ? 170 : 300, column };
};
