import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

const blockBytes = 512;

/**
 * Bytes that a folder takes on disk, links not followed; what goes away meanwhile counts nothing. Ends early, with what
 * it has, once it is more than `enough`.
 */
export const folderBytes = async (folder: string, enough: number): Promise<number> => {
  let bytes = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && bytes <= enough; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const file = path.join(next, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else bytes += ((await lstat(file).catch(() => null))?.blocks ?? 0) * blockBytes;
    }
  }
  return bytes;
};
