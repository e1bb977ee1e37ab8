import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import { streamDataset } from './readDataset';
import { readTaskInstance } from './readTaskFolders';

/** 0-based row of the id in a file whose columns can be read alone; null where no row has it. */
const rowOfId = async (files: FilePort, path: string, id: string, signal?: AbortSignal): Promise<number | null> => {
  const file = await files.openRows(path, { columns: ['instance_id'] }, signal);
  let index = 0;
  for await (const row of file.rows) {
    if (row.kind === 'row' && (row.value as { instance_id?: unknown }).instance_id === id) return index;
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
