import { type RowIndex, RowIndexRows } from '../core/dataset/rowIndex';
import type { IndexCache } from '../core/dataset/rowIndexText';
import type { FilePort } from '../core/shared/files';
import { eachInstance } from './readDataset';

export interface IndexPorts {
  readonly files: FilePort;
  readonly cache: IndexCache;
}

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

const build = async (files: FilePort, path: string, isFile: boolean, signal?: AbortSignal): Promise<RowIndex> => {
  const columns = isFile ? await neededColumns(files, path, signal) : null;
  const collected = new RowIndexRows();
  const take: RowIndexRows['add'] = (instance, span) => collected.add(instance, span);
  const options = columns ? { columns } : {};
  const { format, skipped, notes, warnings } = await eachInstance(files, path, options, take, signal);
  return { format, rows: collected.rows, skipped, notes, warnings };
};

/**
 * The rows of a dataset as the full reader opens them, with labels and places; out of the cache where the file is as it
 * was. Holds one row at a time beside the index. Throws as `readDataset` does.
 */
export const indexDataset = async (
  { files, cache }: IndexPorts,
  path: string,
  signal?: AbortSignal,
): Promise<RowIndex> => {
  const found = await files.stat(path);
  if (found?.kind !== 'file') return build(files, path, false, signal);
  const stamp = { path, bytes: found.bytes, modifiedMs: found.modifiedMs };
  const known = await cache.load(stamp);
  if (known) return known;
  const index = await build(files, path, true, signal);
  await cache.save(stamp, index);
  return index;
};
