import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { EnvironmentFault } from '../../core/shared/problem';

/** Rights of the file that is replaced; those of a new file where there is none. */
const rightsOf = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => null);
  return found === null ? 0o666 : found.mode & 0o777;
};

/**
 * Replaces a text file (UTF-8) as a whole: what stands there stays until the new text is on the disk. Throws
 * EnvironmentFault where it can't be written.
 */
export const writeTextFile = async (path: string, text: string): Promise<void> => {
  const beside = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    const handle = await open(beside, 'wx', await rightsOf(path));
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new EnvironmentFault('disk', `${path} could not be written: ${why}. Nothing in it was changed.`);
  }
};
