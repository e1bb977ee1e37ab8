import { type FileHandle, open } from 'node:fs/promises';
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Row, RowFile, RowOptions } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';

const bufferOf = (handle: FileHandle, bytes: number): AsyncBuffer => ({
  byteLength: bytes,
  slice: async (start, end = bytes) => {
    const target = new Uint8Array(Math.max(0, end - start));
    const { bytesRead } = await handle.read(target, 0, target.length, start);
    return target.buffer.slice(0, bytesRead);
  },
});

const withHandle = async <T>(path: string, use: (file: AsyncBuffer) => Promise<T>): Promise<T> => {
  const handle = await open(path, 'r');
  try {
    return await use(bufferOf(handle, (await handle.stat()).size));
  } finally {
    await handle.close();
  }
};

const plainBig = (value: bigint): number | string =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString();

/** Parquet's values as JSON has them: 64-bit integers as numbers where exact, else text; times as ISO text. */
const plain = (value: unknown): unknown => {
  if (typeof value !== 'object') return typeof value === 'bigint' ? plainBig(value) : (value ?? null);
  if (value === null) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
};

const plainRow = (row: Record<string, unknown>): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) result[key] = typeof value === 'string' ? value : plain(value);
  return result;
};

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Row groups, cut to the rows that are asked for: the unit that is decoded and held at once. */
const spansOf = (metadata: FileMetaData, options: RowOptions): readonly Span[] => {
  const first = options.from ?? 0;
  const last = options.count === undefined ? Number.POSITIVE_INFINITY : first + options.count;
  const spans: Span[] = [];
  let start = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    if (start < last && end > first) spans.push({ from: Math.max(start, first), to: Math.min(end, last) });
    start = end;
  }
  return spans;
};

async function* rowsOf(path: string, metadata: FileMetaData, options: RowOptions): AsyncGenerator<Row> {
  const known = new Set(parquetSchema(metadata).children.map((child) => child.element.name));
  const columns = options.columns?.filter((column) => known.has(column));
  for (const { from, to } of spansOf(metadata, options)) {
    try {
      const rows = await withHandle(path, (file) =>
        parquetReadObjects({
          file,
          metadata,
          compressors,
          rowStart: from,
          rowEnd: to,
          ...(columns ? { columns } : {}),
        }),
      );
      for (const [index, row] of rows.entries())
        yield { kind: 'row', place: `row ${from + index + 1}`, key: null, value: plainRow(row), note: null };
    } catch (error) {
      yield {
        kind: 'broken',
        place: `rows ${from + 1} to ${to}`,
        reason: `Parquet can't be read here: ${words(error)}.`,
      };
    }
  }
}

/** Opens a Parquet file: its footer first, then row group by row group with the asked columns alone. */
export const openParquet = async (path: string, options: RowOptions): Promise<RowFile> => {
  let metadata: FileMetaData;
  try {
    metadata = await withHandle(path, (file) => parquetMetadataAsync(file));
  } catch (error) {
    throw new InputFault(`${path}: not a readable Parquet file (${words(error)}). It may be cut; fetch it again.`);
  }
  const columns = parquetSchema(metadata).children.map((child) => child.element.name);
  return { shape: 'parquet', gzip: false, columns, warnings: [], rows: rowsOf(path, metadata, options) };
};
