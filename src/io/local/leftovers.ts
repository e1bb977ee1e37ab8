import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { CleanReport } from '../../core/run/container/engine';
import { folderPrefix, temporaryFolder } from './jobFolders';
import { killMarked } from './processTree';
import { removeFolder } from './removeFolder';

const dayMs = 24 * 60 * 60 * 1000;

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly job: string;
}

const ownerFile = (root: string): string => path.join(root, 'owner.json');

/** Says in the job's folder who waits for it, so that it can be cleared away once nobody does. */
export const writeOwner = (root: string, job: string): Promise<void> =>
  writeFile(ownerFile(root), JSON.stringify({ pid: process.pid, host: hostname(), job } satisfies Owner));

/** The job could have written it too: it is read as outside data. */
const readOwner = async (root: string): Promise<Owner | null> => {
  try {
    const { pid, host, job } = JSON.parse(await readFile(ownerFile(root), 'utf8')) as Partial<Owner>;
    const known = Number.isInteger(pid) && Number(pid) > 0 && typeof job === 'string' && /^[0-9a-f-]{36}$/.test(job);
    return known && typeof host === 'string' ? { pid: Number(pid), host, job: String(job) } : null;
  } catch {
    return null;
  }
};

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/** Why a folder is left alone; null where nobody waits for it any more. */
const reasonToKeep = (owner: Owner | null, madeMs: number): string | null => {
  if (owner !== null && owner.host === hostname() && isGone(owner.pid)) return null;
  if (Date.now() - madeMs >= dayMs) return null;
  return owner === null ? 'less than a day old' : `its owner, process ${owner.pid}, is running`;
};

/** Null, or why it could not be removed: another person's folder, for one. */
const clearAway = async (folder: string, owner: Owner | null): Promise<string | null> => {
  if (owner !== null) await killMarked(owner.job);
  return removeFolder(folder).then(
    () => null,
    (error: unknown) => String(error),
  );
};

/** Ends the jobs of processes that are gone, and removes their folders and those that are older than a day. */
export const cleanFolders = async (dryRun: boolean): Promise<CleanReport> => {
  const parent = await temporaryFolder();
  const removed: string[] = [];
  const kept: string[] = [];
  for (const name of (await readdir(parent)).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = path.join(parent, name);
    const made = await stat(folder).catch(() => null);
    if (made === null) continue;
    const owner = await readOwner(folder);
    const reason = reasonToKeep(owner, made.mtimeMs);
    if (reason !== null) {
      kept.push(`${folder}: ${reason}`);
      continue;
    }
    const fault = dryRun ? null : await clearAway(folder, owner);
    if (fault === null) removed.push(folder);
    else kept.push(`${folder}: ${fault}`);
  }
  return { removed, kept };
};
