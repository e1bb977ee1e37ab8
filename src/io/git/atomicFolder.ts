import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EnvironmentFault } from '../../core/shared/problem';
import { diskFault, fileFault } from './gitFault';

const prefix = '.touchstone-making-';
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Makes a file or folder whole or not at all: `make` works on a temporary path in the same folder, which is renamed to
 * `target` at the end and removed where anything fails. Gives false where someone else's `target` stood there first.
 */
export const makeWhole = async (target: string, make: (path: string) => Promise<void>): Promise<boolean> => {
  const parent = dirname(target);
  const doing = `making ${basename(target)}`;
  const path = join(parent, `${prefix}${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(parent, { recursive: true });
    await removeLeftovers(parent);
    await make(path);
    return await moveInto(path, target);
  } catch (error) {
    throw (await isFull(error, parent)) ? diskFault(doing) : fileFault(error, doing);
  } finally {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** Runs `work` with an empty folder below `parent` that is removed afterwards, whatever happens. */
export const withThrowAway = async <T>(parent: string, work: (path: string) => Promise<T>): Promise<T> => {
  const path = join(parent, `${prefix}${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(path, { recursive: true });
    await removeLeftovers(parent);
    return await work(path);
  } catch (error) {
    throw fileFault(error, `working in ${parent}`);
  } finally {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
};

const smallBytes = 16 * 1024 * 1024;

/** git says of a checkout only "unable to write file": whether the disk is why shows while it is still full. */
const isFull = async (error: unknown, folder: string): Promise<boolean> => {
  if (!(error instanceof EnvironmentFault) || !/unable to (write|create)|could not write/.test(error.message))
    return false;
  const space = await statfs(folder).catch(() => null);
  return space !== null && (space.bavail * space.bsize < smallBytes || (space.files > 0 && space.ffree === 0));
};

const moveInto = async (path: string, target: string): Promise<boolean> => {
  try {
    await rename(path, target);
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM') return false;
    throw error;
  }
};

/** What a killed process left: anything of ours that is older than a day. */
const removeLeftovers = async (parent: string): Promise<void> => {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const made = await stat(join(parent, name)).catch(() => null);
    if (made && Date.now() - made.mtimeMs > dayMs) await rm(join(parent, name), { recursive: true, force: true });
  }
};
