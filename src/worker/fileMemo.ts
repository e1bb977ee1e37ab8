import type { FileMemo } from '../app/fileMemo';
import type { FilePort } from '../core/shared/files';

interface Kept {
  readonly stamp: string;
  readonly value: Promise<unknown>;
}

/**
 * Keeps the last `limit` results, each as long as the file's size and time of change stay the same. A reading that
 * failed or was cancelled is not kept. Folders are never kept: their time says nothing of the files inside.
 */
export const fileMemo = (files: FilePort, limit = 32): FileMemo => {
  const kept = new Map<string, Kept>();
  const keep = (key: string, entry: Kept): void => {
    kept.delete(key);
    kept.set(key, entry);
    const oldest = kept.keys().next();
    if (kept.size > limit && !oldest.done) kept.delete(oldest.value);
  };
  return async <T>(kind: string, path: string, read: () => Promise<T>): Promise<T> => {
    const found = await files.stat(path);
    if (found?.kind !== 'file') return read();
    const key = `${kind}\n${path}`;
    const stamp = `${found.bytes} ${found.modifiedMs}`;
    const before = kept.get(key);
    if (before?.stamp === stamp) {
      keep(key, before);
      return before.value as Promise<T>;
    }
    const value = read();
    const entry = { stamp, value };
    keep(key, entry);
    value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return value;
  };
};
