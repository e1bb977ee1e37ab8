import { detectRow, openEnvelope } from './detectRow';
import type { Fields } from './formats/rowFormat';
import type { RowReading } from './readRow';

/**
 * One row of any benchmark of rows, out of its envelope, read by its own format; null where it is no instance. For
 * places that have one row alone: a file of them is read by `readDataset`, which also knows what its first row is.
 */
export const readAnyRow = (value: unknown, where: string): RowReading | null => {
  const kind = detectRow(value);
  if (kind.kind !== 'instance') return null;
  const { benchmark, format } = kind;
  return format.read(openEnvelope(value as Fields).row, { where, format: `${format.name}-jsonl`, benchmark });
};
