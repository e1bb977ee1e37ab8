import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentFault } from '../../core/shared/problem';
import { isAlive, type ProcessIdentity, standingOf, thisProcess } from '../jobs/processIdentity';
import { fileFault } from './gitFault';

/** Milliseconds: an owner shows life every `beat`; a lock without life for `stale` is taken over. */
export interface LockTimes {
  readonly beat: number;
  readonly stale: number;
  readonly poll: number;
  /** A process of this machine that is stopped (Ctrl+Z) keeps its lock: it would go on with what it believes is its. */
  readonly sparesStopped?: boolean;
}

export const usualLockTimes: LockTimes = { beat: 2_000, stale: 30_000, poll: 50 };

/**
 * Runs `work` while no other process holds the lock file. A lock is stale where its process is gone (same host) or
 * its file hasn't been touched for `times.stale`; then it is taken over. Keeps waiters out of each other's way; what
 * is made under it must be made whole by itself (see `makeWhole`), since a process can be stopped for longer.
 */
export const withLock = async <T>(
  path: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
  times: LockTimes = usualLockTimes,
): Promise<T> => {
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
    throw folderFault(error, path);
  });
  const owner = JSON.stringify({ ...(await thisProcess()), token: randomBytes(8).toString('hex') });
  while (!(await take(path, owner))) {
    signal?.throwIfAborted();
    await removeStale(path, times);
    await sleep(times.poll, undefined, signal === undefined ? {} : { signal });
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), times.beat);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await readOwner(path)) === owner) await rm(path, { force: true });
  }
};

const take = async (path: string, owner: string): Promise<boolean> => {
  try {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(owner);
    } catch (error) {
      // On a full disk: a lock without its owner's name would keep everybody out until it is stale.
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw folderFault(error, path);
  }
};

/** A folder that can't be made or written, as a fault that says what to do. Node says ENOENT on a read-only disk. */
const folderFault = (error: unknown, path: string): unknown => {
  const code = (error as { code?: string }).code ?? '';
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'].includes(code)) return fileFault(error, `locking ${path}`);
  const folder = dirname(path);
  return new EnvironmentFault(
    'disk',
    `${folder} can't be written (${code}). Choose another folder; for the cache by TOUCHSTONE_CACHE.`,
  );
};

const readOwner = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** What is no lock of ours says nothing: its time decides. */
const processIsGone = (owner: string): boolean => {
  try {
    const { pid, host } = JSON.parse(owner) as { pid?: unknown; host?: unknown };
    return host === hostname() && Number.isInteger(pid) && !isAlive(pid as number);
  } catch {
    return false;
  }
};

/** Whether the very process that took the lock lives, and not a later one of its number. */
const isSureToLive = async (owner: string): Promise<boolean> => {
  try {
    const known = JSON.parse(owner) as ProcessIdentity;
    return known.host === hostname() && known.born != null && (await standingOf(known)) !== 'gone';
  } catch {
    return false;
  }
};

/** Whether a live process, stopped or not, holds the lock now; a question, not a promise. */
export const isLocked = async (path: string, staleMs = usualLockTimes.stale): Promise<boolean> => {
  const [owner, file] = await Promise.all([readOwner(path), stat(path).catch(() => null)]);
  if (owner === null || file === null || processIsGone(owner)) return false;
  return Date.now() - file.mtimeMs < staleMs || isSureToLive(owner);
};

const removeStale = async (path: string, { stale, sparesStopped = false }: LockTimes): Promise<void> => {
  const [owner, file] = await Promise.all([readOwner(path), stat(path).catch(() => null)]);
  if (owner === null || file === null) return;
  const fresh = Date.now() - file.mtimeMs < stale;
  if (!processIsGone(owner) && (fresh || (sparesStopped && (await isSureToLive(owner))))) return;
  // Two waiters may judge the same lock: the rename lets one of them have it, and the check keeps a new one alive.
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await rename(path, aside);
    if ((await readOwner(aside)) !== owner) await rename(aside, path);
  } catch {
    return;
  }
  await rm(aside, { force: true });
};
