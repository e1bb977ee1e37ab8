import { detectRow } from '../core/dataset/detectRow';
import { rowFormats } from '../core/dataset/formats/registry';
import type { Fields } from '../core/dataset/formats/rowFormat';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import { streamDataset } from './readDataset';
import { readTaskInstance } from './readTaskFolders';

/** What ids are made of, and what tells formats apart whose columns are the same. */
const idColumns = [...new Set(rowFormats.flatMap(({ listFields: { id, repo } }) => [...id, ...repo]))];

/** 0-based row of the id in a file whose columns can be read alone; null where no row has it. */
export const rowOfId = async (
  files: FilePort,
  path: string,
  id: string,
  signal?: AbortSignal,
): Promise<number | null> => {
  const file = await files.openRows(path, { columns: idColumns }, signal);
  const names = Object.fromEntries((file.columns ?? []).map((column) => [column, null]));
  let index = 0;
  for await (const row of file.rows) {
    const kind = row.kind === 'row' ? detectRow({ ...names, ...(row.value as Fields) }) : null;
    if (row.kind === 'row' && kind?.kind === 'instance' && kind.format.list(row.value as Fields).id === id)
      return index;
    index += 1;
  }
  return null;
};

/**
 * One whole instance by its id: the first row that has it, as in lists; null where there is none. Parquet is sought
 * by its id column; other files are read up to the row.
 */
export const readInstance = async (
  files: FilePort,
  path: string,
  id: string,
  signal?: AbortSignal,
): Promise<Instance | null> => {
  if ((await files.stat(path))?.kind === 'folder') return readTaskInstance(files, path, id, signal);
  const parquet = (await files.openRows(path, {}, signal)).shape === 'parquet';
  const from = parquet ? await rowOfId(files, path, id, signal) : 0;
  if (from === null) return null;
  const stream = await streamDataset(files, path, parquet ? { from, count: 1 } : {}, signal);
  for await (const item of stream.items) {
    if (item.kind === 'instance' && item.instance.id === id) return item.instance;
  }
  return null;
};
