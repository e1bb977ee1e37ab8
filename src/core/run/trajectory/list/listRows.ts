import type { StepEntry } from '../trajectoryIndex';
import { lostReplies } from './lostReplies';
import { passes, type StepFilter } from './stepFilter';

/**
 * The rows of a list of steps, in order: the number of a step, or its negative for the row of the replies that were
 * lost before it. Lost replies show among all steps and among errors.
 */
export const listRows = (steps: readonly StepEntry[], filter: StepFilter): Int32Array => {
  const fits = passes(filter);
  const withLost = filter.only === null && (filter.kind === 'all' || filter.kind === 'error');
  const rows = new Int32Array(steps.length * 2);
  let length = 0;
  for (const step of steps) {
    const isOfAgent = filter.agentId === null || step.agentId === filter.agentId;
    if (withLost && isOfAgent && lostReplies(step) !== null) rows[length++] = -step.idx;
    if (fits(step)) rows[length++] = step.idx;
  }
  return rows.slice(0, length);
};

/** The first row from which on the steps are `idx` or later; the length where all are earlier. */
const rowFrom = (rows: Int32Array, idx: number): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Math.abs(rows[middle] ?? 0) < idx) low = middle + 1;
    else high = middle;
  }
  return low;
};

export type RowMove =
  /** The step itself where it has a row, else the nearest after it, else before it. */
  | { readonly kind: 'near' }
  /** So many steps on, or back where negative, at the most to the end. */
  | { readonly kind: 'by'; readonly steps: number }
  | { readonly kind: 'end'; readonly back: boolean };

/** Row from which on, or back from which, a step (no lost reply) stands; -1 where none does. */
const stepRow = (rows: Int32Array, from: number, way: 1 | -1): number => {
  for (let row = from; row >= 0 && row < rows.length; row += way) if ((rows[row] ?? 0) > 0) return row;
  return -1;
};

const nearRow = (rows: Int32Array, idx: number): number => {
  const from = rowFrom(rows, idx);
  const after = stepRow(rows, from, 1);
  return after >= 0 ? after : stepRow(rows, rows.length - 1, -1);
};

const byRow = (rows: Int32Array, idx: number, steps: number): number => {
  const way = steps < 0 ? -1 : 1;
  let next = way > 0 ? rowFrom(rows, idx + 1) : rowFrom(rows, idx) - 1;
  let found = -1;
  for (let left = Math.abs(steps); left > 0; left--) {
    next = stepRow(rows, next, way);
    if (next < 0) break;
    found = next;
    next += way;
  }
  return found >= 0 ? found : nearRow(rows, idx);
};

/** The row to which a move leads from step `idx`; -1 where no step has a row. */
export const moveRow = (rows: Int32Array, idx: number, move: RowMove): number => {
  if (move.kind === 'end') return move.back ? stepRow(rows, 0, 1) : stepRow(rows, rows.length - 1, -1);
  return move.kind === 'near' ? nearRow(rows, idx) : byRow(rows, idx, move.steps);
};
