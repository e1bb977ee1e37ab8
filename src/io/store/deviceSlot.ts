import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
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
  readonly pid: number;
  readonly token: string;
}

const readLock = async (file: string): Promise<LockWords | null> => {
  try {
    const words = JSON.parse(await readFile(file, 'utf8')) as Partial<LockWords>;
    return typeof words.pid === 'number' && typeof words.token === 'string' ? (words as LockWords) : null;
  } catch {
    return null;
  }
};

/** Dead: its process is gone, or nobody has touched it for a minute. An unreadable lock gets the minute too. */
const isDead = async (file: string, words: LockWords | null): Promise<boolean> => {
  if (words && !isAlive(words.pid)) return true;
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > staleAfter;
};

const create = async (file: string, words: LockWords): Promise<boolean> => {
  try {
    await writeFile(file, JSON.stringify(words), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Moves a dead lock aside. One of several rivals wins the rename; who finds another lock in hand puts it back. */
const clearDead = async (file: string, dead: LockWords | null, token: string): Promise<void> => {
  const aside = `${file}.${token}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await readLock(aside);
  if (moved && moved.token !== dead?.token) await create(file, moved);
  await rm(aside, { force: true });
};

const held = (file: string, device: string, token: string): DeviceSlot => {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, beatEvery);
  beat.unref();
  let seen = Date.now();
  const isOurs = async () => (await readLock(file))?.token === token;
  return {
    device,
    stillHeld: async () => {
      if (Math.abs(Date.now() - seen) < trustFor) return true;
      seen = Date.now();
      return isOurs();
    },
    release: async () => {
      clearInterval(beat);
      if (await isOurs()) await rm(file, { force: true });
    },
  };
};

/**
 * Takes the lowest free slot of this host. `mayTake` reads the chain of a dead holder's slot first; a slot whose chain
 * it can't read is passed over. Rejects where the folder can't be written.
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
    const file = join(folder, `${device}.lock`);
    if (await create(file, words)) return held(file, device, words.token);
    const other = await readLock(file);
    if (!(await isDead(file, other)) || !(await mayTake(device))) continue;
    await clearDead(file, other, words.token);
    if (await create(file, words)) return held(file, device, words.token);
  }
  throw new Error(`All ${slots} slots of ${host} are taken; close a window.`);
};
