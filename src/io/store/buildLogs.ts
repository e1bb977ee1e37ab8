import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder';

export interface BuildLogs {
  readonly folder: string;
  readonly count: number;
  readonly bytes: number;
}

const folderOf = (): string => join(cacheFolder(), 'builds');

const logsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log')).map((name) => join(folder, name));

/** The logs of builds in the cache folder. */
export const findBuildLogs = async (): Promise<BuildLogs> => {
  const files = await logsIn(folderOf());
  const sizes = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return { folder: folderOf(), count: files.length, bytes: sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0) };
};

export const removeBuildLogs = async (): Promise<void> => {
  for (const file of await logsIn(folderOf())) await rm(file, { force: true });
};
