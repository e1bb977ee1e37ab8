import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IndexCache, readRowIndex, writeRowIndex } from '../../core/dataset/rowIndexText';
import { sha256 } from '../store/sha256';

/** Files below this size are read again faster than an index is worth a place in the cache. */
const smallest = 4 * 1024 * 1024;

/** Indexes that are kept; of more, those written longest ago go. */
const keptIndexes = 100;

/** Removes the oldest indexes but never `newest`, and what a write that was killed left behind. */
const prune = async (folder: string, newest: string): Promise<void> => {
  const files = (await readdir(folder)).map((name) => join(folder, name)).filter((file) => file !== newest);
  if (files.length < keptIndexes) return;
  const aged = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const old = aged.sort((a, b) => b.at - a.at).slice(keptIndexes - 1);
  for (const { file } of old) await rm(file, { force: true });
};

/**
 * Row indexes below the cache folder, one file by dataset. What is broken or of another state of the file is as good as
 * absent. A cache that can't be written costs time, nothing else.
 */
export const indexCache = (cache: string): IndexCache => {
  const folder = join(cache, 'indexes');
  const fileOf = (path: string): string => join(folder, `${sha256(path)}.json`);
  return {
    load: async (stamp) => {
      if (stamp.bytes < smallest) return null;
      const words = await readFile(fileOf(stamp.path), 'utf8').catch(() => null);
      return words === null ? null : readRowIndex(words, stamp);
    },
    save: async (stamp, index) => {
      if (stamp.bytes < smallest) return;
      const file = fileOf(stamp.path);
      const beside = `${file}.${randomBytes(4).toString('hex')}.part`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(beside, writeRowIndex(index, stamp));
        await rename(beside, file);
        await prune(folder, file);
      } catch {
        await rm(beside, { force: true }).catch(() => undefined);
      }
    },
  };
};
