import { type RowIndex, RowIndexRows } from '../core/dataset/rowIndex';
import type { IndexCache } from '../core/dataset/rowIndexText';
import type { FilePort } from '../core/shared/files';
import { eachInstance } from './readDataset';

export interface IndexPorts {
  readonly files: FilePort;
  readonly cache: IndexCache;
  /** Called now and then while an index is built; `read` and `of` are bytes, null where rows can't be placed. */
  readonly progress?: (path: string, rows: number, read: number | null, of: number) => void;
}

/** Rows between two reports of progress. */
const reportedRows = 500;

/** Columns that neither a list nor a label needs; Parquet does not decode them. */
const passedOver: ReadonlySet<string> = new Set([
  'hints_text',
  'all_hints_text',
  'test_patch',
  'eval_script',
  'FAIL_TO_PASS',
  'PASS_TO_PASS',
]);

const neededColumns = async (files: FilePort, path: string, signal?: AbortSignal): Promise<readonly string[] | null> =>
  (await files.openRows(path, {}, signal)).columns?.filter((column) => !passedOver.has(column)) ?? null;

const build = async (
  { files, progress }: IndexPorts,
  path: string,
  bytes: number | null,
  signal?: AbortSignal,
): Promise<RowIndex> => {
  const columns = bytes === null ? null : await neededColumns(files, path, signal);
  const collected = new RowIndexRows();
  const take: RowIndexRows['add'] = (instance, span) => {
    collected.add(instance, span);
    const { length } = collected.rows;
    if (length % reportedRows === 0) progress?.(path, length, span?.offset ?? null, bytes ?? 0);
  };
  const options = columns ? { columns } : {};
  const { format, skipped, notes, warnings } = await eachInstance(files, path, options, take, signal);
  return { format, rows: collected.rows, skipped, notes, warnings };
};

/**
 * The rows of a dataset as the full reader opens them, with labels and places; out of the cache where the file is as it
 * was. Holds one row at a time beside the index. Throws as `readDataset` does.
 */
export const indexDataset = async (ports: IndexPorts, path: string, signal?: AbortSignal): Promise<RowIndex> => {
  const { files, cache } = ports;
  const found = await files.stat(path);
  if (found?.kind !== 'file') return build(ports, path, null, signal);
  const stamp = { path, bytes: found.bytes, modifiedMs: found.modifiedMs };
  const known = await cache.load(stamp);
  if (known) return known;
  const index = await build(ports, path, found.bytes, signal);
  await cache.save(stamp, index);
  return index;
};
