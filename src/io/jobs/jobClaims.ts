import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { EnvironmentFault } from '../../core/shared/problem';
import { cacheFolder } from '../store/cacheFolder';
import { type ProcessIdentity, standingOf, thisProcess } from './processIdentity';

/** A claim whose job was removed under a crash is of no use to anybody after a week. */
const staleMs = 7 * 24 * 60 * 60 * 1000;

const claimsFolder = (): string => path.join(cacheFolder(), 'claims');

/** The label comes from the engine, where others can write too. */
const isJobId = (job: string): boolean => /^[0-9A-Za-z-]{1,64}$/.test(job);

const numbersOf = async (job: string): Promise<number[]> => {
  const names = await readdir(claimsFolder()).catch(() => [] as string[]);
  const own = names.filter((name) => name.startsWith(`${job}.`)).map((name) => name.slice(job.length + 1));
  return own.filter((rest) => /^\d{1,9}$/.test(rest)).map(Number);
};

const readClaim = async (file: string): Promise<ProcessIdentity | null> => {
  try {
    const { host, pid, born } = JSON.parse(await readFile(file, 'utf8')) as Partial<ProcessIdentity>;
    if (typeof host !== 'string' || typeof pid !== 'number') return null;
    return { host, pid, born: typeof born === 'string' ? born : null };
  } catch {
    return null;
  }
};

/** Who took the job over last; null where only the process that submitted it ever waited. */
export const claimantOf = async (job: string): Promise<ProcessIdentity | null> => {
  if (!isJobId(job)) return null;
  const newest = Math.max(0, ...(await numbersOf(job)));
  return newest === 0 ? null : readClaim(path.join(claimsFolder(), `${job}.${newest}`));
};

/** Whole or not there at all, and of two who write the same name one. */
const create = async (file: string, identity: ProcessIdentity): Promise<boolean> => {
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(beside, JSON.stringify(identity));
    await link(beside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new EnvironmentFault('disk', `The cache ${claimsFolder()} can't be written (${String(error)}).`);
  } finally {
    await rm(beside, { force: true });
  }
};

const taken = (job: string): EnvironmentFault =>
  new EnvironmentFault('engine', `Another process of this machine already took the job ${job} over.`);

/**
 * Says that this process waits for a job which another one submitted: an engine's labels can't be changed. Claims are
 * files of the cache folder, `<job>.<n>`, of which the highest number holds; it is made in one step, so one of two
 * rivals gets it. Throws EnvironmentFault where another live process has the job. Other people of this machine don't
 * see our cache: for their `clean`, the process that submitted the job counts.
 */
export const claimJob = async (job: string): Promise<void> => {
  if (!isJobId(job)) throw new EnvironmentFault('engine', `The job label ${JSON.stringify(job)} is none of ours.`);
  const newest = Math.max(0, ...(await numbersOf(job)));
  const holder = newest === 0 ? null : await readClaim(path.join(claimsFolder(), `${job}.${newest}`));
  const standing = holder === null || holder.host !== hostname() ? 'gone' : await standingOf(holder);
  if (standing === 'this') return;
  if (standing === 'other') throw taken(job);
  if (!(await create(path.join(claimsFolder(), `${job}.${newest + 1}`), await thisProcess()))) throw taken(job);
};

/** The job is removed: nobody waits for it any more. */
export const dropClaims = async (job: string): Promise<void> => {
  if (!isJobId(job)) return;
  for (const number of await numbersOf(job)) await rm(path.join(claimsFolder(), `${job}.${number}`), { force: true });
};

/** Clears away what crashes left of claims whose job is long gone. */
export const dropStaleClaims = async (): Promise<void> => {
  for (const name of await readdir(claimsFolder()).catch(() => [] as string[])) {
    const file = path.join(claimsFolder(), name);
    const found = await stat(file).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > staleMs) await rm(file, { force: true });
  }
};
