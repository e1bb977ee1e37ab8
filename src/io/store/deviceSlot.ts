import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../jobs/processIdentity';

/** A lock whose heartbeat is older belongs to nobody, even where its process id lives on in another program. */
const staleAfter = 60_000;
const beatEvery = 15_000;
/** A lock seen as ours so lately can't have gone stale since. */
const trustFor = 10_000;
const slots = 99;

/** The right to write one chain: `<host>-<slot>`. */
export interface DeviceSlot {
  readonly device: string;
  /** Whether the lock is still this holder's: a machine that slept may have lost it. Looks every ten seconds. */
  stillHeld(): Promise<boolean>;
  release(): Promise<void>;
}

interface LockWords {
  /** 0: given back. */
  readonly pid: number;
  readonly token: string;
}

/**
 * A slot's lock is a row of files, `<device>.<generation>.lock`: the highest holds. Who takes a slot over makes the next
 * one, which only one of several rivals can; nothing is moved or emptied, so that nobody meets a slot between two locks.
 */
interface Lock {
  readonly file: string;
  readonly generation: number;
  /** Null where it can't be read. */
  readonly words: LockWords | null;
}

const readLock = async (file: string): Promise<LockWords | null> => {
  try {
    const words = JSON.parse(await readFile(file, 'utf8')) as Partial<LockWords>;
    return typeof words.pid === 'number' && typeof words.token === 'string' ? (words as LockWords) : null;
  } catch {
    return null;
  }
};

const lockFile = (folder: string, device: string, generation: number): string =>
  join(folder, `${device}.${generation}.lock`);

/** Generations of a slot that have a file, the highest first. */
const generationsOf = async (folder: string, device: string): Promise<readonly number[]> =>
  (await readdir(folder))
    .filter((name) => name.startsWith(`${device}.`) && name.endsWith('.lock'))
    .map((name) => Number(name.slice(device.length + 1, -'.lock'.length)))
    .filter((generation) => Number.isSafeInteger(generation) && generation > 0)
    .sort((left, right) => right - left);

const currentLock = async (folder: string, device: string): Promise<Lock | null> => {
  const [generation] = await generationsOf(folder, device);
  if (generation === undefined) return null;
  const file = lockFile(folder, device, generation);
  return { file, generation, words: await readLock(file) };
};

/** Free: given back, its process is gone, or nobody has touched it for a minute. An unreadable lock gets the minute too. */
const isFree = async ({ file, words }: Lock): Promise<boolean> => {
  if (words && (words.pid === 0 || !isAlive(words.pid))) return true;
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > staleAfter;
};

/** Makes a lock with its words in it at once, where the disk has links: a process may be killed at any moment. */
const create = async (file: string, words: LockWords): Promise<boolean> => {
  const beside = `${file}.${words.token}.part`;
  try {
    await writeFile(beside, JSON.stringify(words));
    await link(beside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      return writeFile(file, JSON.stringify(words), { flag: 'wx' });
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
};

/** Whether the lock just made is the highest: a slow rival may make one that was passed and cleared meanwhile. */
const isHighest = async (folder: string, device: string, generation: number): Promise<boolean> => {
  const [highest, ...lower] = await generationsOf(folder, device);
  if (highest !== generation) {
    await rm(lockFile(folder, device, generation), { force: true });
    return false;
  }
  for (const one of lower) await rm(lockFile(folder, device, one), { force: true });
  return true;
};

const held = (folder: string, device: string, { file, words }: Lock & { readonly words: LockWords }): DeviceSlot => {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, beatEvery);
  beat.unref();
  let seen = Date.now();
  const isOurs = async () => (await currentLock(folder, device))?.words?.token === words.token;
  return {
    device,
    stillHeld: async () => {
      if (Math.abs(Date.now() - seen) < trustFor) return true;
      seen = Date.now();
      return isOurs();
    },
    release: async () => {
      clearInterval(beat);
      // The file stays: a slot without one would begin anew, below a rival's that is on its way.
      if (await isOurs()) await writeFile(file, JSON.stringify({ pid: 0, token: '' }));
    },
  };
};

/**
 * Takes the lowest free slot of this host. `mayTake` reads the chain of a slot that had a holder first; a slot whose
 * chain it can't read is passed over. Rejects where the folder can't be written.
 */
export const takeDeviceSlot = async (
  folder: string,
  host: string,
  mayTake: (device: string) => Promise<boolean>,
): Promise<DeviceSlot> => {
  await mkdir(folder, { recursive: true });
  const words = { pid: process.pid, token: randomBytes(8).toString('hex') };
  for (let slot = 1; slot <= slots; slot++) {
    const device = `${host}-${String(slot).padStart(2, '0')}`;
    const before = await currentLock(folder, device);
    if (before && !((await isFree(before)) && (await mayTake(device)))) continue;
    const generation = (before?.generation ?? 0) + 1;
    const file = lockFile(folder, device, generation);
    if (!(await create(file, words)) || !(await isHighest(folder, device, generation))) continue;
    return held(folder, device, { file, generation, words });
  }
  throw new Error(`All ${slots} slots of ${host} are taken; close a window.`);
};
