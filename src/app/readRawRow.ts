import { detectRow, openEnvelope } from '../core/dataset/detectRow';
import { isFields } from '../core/dataset/formats/fields';
import type { RowIndex } from '../core/dataset/rowIndex';
import type { RowSeek } from '../core/dataset/rowSeek';
import { readPrediction } from '../core/run/prediction/readPrediction';
import type { FilePort, Row } from '../core/shared/files';
import { rowOfId } from './readDatasetInstance';

/** The id by which lists know a row: of the instance that it is, or that its prediction answers. */
const idOf = (row: Row): string | null => {
  if (row.kind !== 'row' || !isFields(row.value)) return null;
  const kind = detectRow(row.value);
  if (kind.kind === 'instance') return kind.format.list(openEnvelope(row.value).row).id;
  const reading = readPrediction(row.value, '', row.key);
  return reading.kind === 'prediction' ? reading.prediction.instanceId : null;
};

const firstRow = async (rows: AsyncIterable<Row>, isWanted: (row: Row) => boolean): Promise<unknown> => {
  for await (const row of rows) if (row.kind === 'row' && isWanted(row)) return row.value;
  return null;
};

/**
 * One row as its file has it, by the id under which lists have it; null where no row has it. By its place where the
 * index knows one, by the id column in Parquet, else by reading up to it. Throws as `openRows` does.
 */
export const readRawRow = async (
  { files, seek }: { readonly files: FilePort; readonly seek: RowSeek },
  path: string,
  id: string,
  index: Pick<RowIndex, 'rows'> | null,
  signal?: AbortSignal,
): Promise<unknown> => {
  const span = index?.rows.find((row) => row.id === id)?.span;
  const sought = span ? await seek.rowAt(path, span) : null;
  if (sought?.kind === 'row' && idOf(sought) === id) return sought.value;
  const file = await files.openRows(path, {}, signal);
  if (file.shape !== 'parquet') return firstRow(file.rows, (row) => idOf(row) === id);
  const from = await rowOfId(files, path, id, signal);
  if (from === null) return null;
  return firstRow((await files.openRows(path, { from, count: 1 }, signal)).rows, () => true);
};

const asJson = (_name: string, value: unknown): unknown => {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
};

/** The row as a document for people. */
export const rowText = (value: unknown): string => `${JSON.stringify(value, asJson, 2)}\n`;
