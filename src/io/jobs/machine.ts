import { mkdir, statfs } from 'node:fs/promises';
import { execa } from 'execa';
import { cacheFolder } from '../store/cacheFolder';

/** First line of `<program> --version`; null where the program can't be run. */
export const programVersion = async (program: string): Promise<string | null> => {
  const { exitCode, stdout } = await execa(program, ['--version'], { reject: false, stdin: 'ignore', timeout: 10_000 });
  return exitCode === 0 ? (stdout.split('\n')[0] ?? '') : null;
};

/** Free space of the cache folder's disk; null where it can't be told. */
export const cacheSpace = async (): Promise<{ readonly folder: string; readonly bytes: number } | null> => {
  const folder = cacheFolder();
  try {
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    return { folder, bytes: bavail * bsize };
  } catch {
    return null;
  }
};
