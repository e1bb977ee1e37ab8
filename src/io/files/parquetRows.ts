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
    // Not from Node's pool, whose buffers are shared: hyparquet gets the whole ArrayBuffer.
    const target = Buffer.allocUnsafeSlow(Math.max(0, end - start));
    const { bytesRead } = await handle.read(target, 0, target.length, start);
    return bytesRead === target.length ? target.buffer : target.buffer.slice(0, bytesRead);
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

type Columns = Record<string, unknown>;

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

/** Makes the values of these columns plain, in place: the rows were made for us alone. */
const makePlain = (rows: Columns[], columns: readonly string[]): void => {
  for (const column of columns)
    for (const row of rows) if (typeof row[column] !== 'string') row[column] = plain(row[column]);
};

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Bytes of a row group's asked columns, unpacked, that are read at once: packed, a few kilobytes may stand for them. */
const maxGroupBytes = 512 * 1024 * 1024;

interface Span {
  readonly from: number;
  readonly to: number;
  /** Unpacked size of the columns that are asked for, as the footer has it. */
  readonly bytes: number;
}

const groupBytes = ({ columns }: FileMetaData['row_groups'][number], asked: RowOptions['columns']): number =>
  columns.reduce((sum, { meta_data: column }) => {
    const isAsked = asked === undefined || asked.includes(column?.path_in_schema[0] ?? '');
    return isAsked ? sum + Number(column?.total_uncompressed_size ?? 0) : sum;
  }, 0);

/** Row groups, cut to the rows that are asked for: the unit that is decoded and held at once. */
const spansOf = (metadata: FileMetaData, options: RowOptions): readonly Span[] => {
  const first = options.from ?? 0;
  const last = options.count === undefined ? Number.POSITIVE_INFINITY : first + options.count;
  const spans: Span[] = [];
  let start = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    const bytes = groupBytes(group, options.columns);
    if (start < last && end > first) spans.push({ from: Math.max(start, first), to: Math.min(end, last), bytes });
    start = end;
  }
  return spans;
};

/** The text up to the end of its first line with something in it; the rest is never decoded. */
const firstLine = (bytes: Uint8Array | undefined): string | undefined => {
  if (bytes === undefined) return undefined;
  let start = 0;
  while (start < bytes.length && (bytes[start] as number) <= 32) start += 1;
  const end = bytes.indexOf(10, start);
  return Buffer.from(bytes.buffer, bytes.byteOffset, end < 0 ? bytes.length : end).toString('utf8');
};

/** One span of rows. Columns of which the first line is enough are decoded apart, by a parser of their own. */
const readSpan = async (path: string, metadata: FileMetaData, span: Span, options: RowOptions): Promise<Columns[]> => {
  const known = columnNames(metadata);
  const asked = known.filter((column) => column !== '__proto__' && (options.columns?.includes(column) ?? true));
  const heads = asked.filter((column) => options.firstLine?.includes(column));
  const whole = asked.filter((column) => !heads.includes(column));
  return withHandle(path, async (file) => {
    const base = { file, metadata, compressors, rowStart: span.from, rowEnd: span.to };
    const parsers = { stringFromBytes: firstLine };
    const [rows, lines] = (await Promise.all([
      parquetReadObjects({ ...base, columns: whole }),
      heads.length === 0 ? [] : parquetReadObjects({ ...base, columns: heads, parsers }),
    ])) as [Columns[], Columns[]];
    for (const column of heads) for (const [index, row] of rows.entries()) row[column] = lines[index]?.[column];
    makePlain(rows, asked);
    return rows;
  });
};

const columnNames = (metadata: FileMetaData): string[] =>
  parquetSchema(metadata).children.map((child) => child.element.name);

async function* batchesOf(path: string, metadata: FileMetaData, options: RowOptions): AsyncGenerator<readonly Row[]> {
  for (const span of spansOf(metadata, options)) {
    const { from, to } = span;
    try {
      if (span.bytes > maxGroupBytes)
        throw new Error(
          `the row group has ${Math.round(span.bytes / 1024 / 1024)} MiB unpacked, at most 512 are read at once; write smaller row groups`,
        );
      const rows = await readSpan(path, metadata, span, options);
      yield rows.map((value, i): Row => ({ kind: 'row', place: `row ${from + i + 1}`, key: null, value, note: null }));
    } catch (error) {
      const reason = `Parquet can't be read here: ${words(error)}.`;
      yield [{ kind: 'broken', place: `rows ${from + 1} to ${to}`, reason }];
    }
  }
}

async function* flat(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}

/** A column of this name would become the row's prototype; the reader of Parquet has no other way to give it. */
const warningsOf = (columns: readonly string[]): readonly string[] =>
  columns.includes('__proto__') ? ['The column "__proto__" is left out of every row. Rename it.'] : [];

/** Opens a Parquet file: its footer first, then row group by row group with the asked columns alone. */
export const openParquet = async (path: string, options: RowOptions): Promise<RowFile> => {
  let metadata: FileMetaData;
  try {
    metadata = await withHandle(path, (file) => parquetMetadataAsync(file));
  } catch (error) {
    throw new InputFault(`${path}: not a readable Parquet file (${words(error)}). It may be cut; fetch it again.`);
  }
  const columns = columnNames(metadata);
  const batches = batchesOf(path, metadata, options);
  return { shape: 'parquet', gzip: false, columns, warnings: warningsOf(columns), rows: flat(batches), batches };
};
