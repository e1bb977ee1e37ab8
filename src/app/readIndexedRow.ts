import type { IndexedRow, RowIndex } from '../core/dataset/rowIndex';
import type { RowSeek } from '../core/dataset/rowSeek';
import type { Instance } from '../core/instance/instance';
import type { Row } from '../core/shared/files';
import { DatasetReading } from './readDatasetRows';

/**
 * The instance of one row that was read by its place; null where the row is not the one of the index any more, or can't
 * be told alone what it is. Then the file is to be read from its start.
 */
export const indexedInstance = (
  path: string,
  row: Row,
  { id, benchmark }: Partial<Pick<IndexedRow, 'id' | 'benchmark'>>,
): Instance | null => {
  const reading = new DatasetReading(path, 'json-lines', null, null);
  for (const item of reading.take(row))
    if (item.kind === 'instance' && item.instance.id === id && item.instance.benchmark === benchmark)
      return item.instance;
  return null;
};

/** One instance by its id, read by its place in the file; null where the index has no place for it. */
export const readIndexedInstance = async (
  seek: RowSeek,
  path: string,
  { rows }: RowIndex,
  id: string,
): Promise<Instance | null> => {
  const found = rows.find((row) => row.id === id);
  return found?.span ? indexedInstance(path, await seek.rowAt(path, found.span), found) : null;
};
