import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The platform's cache folder for Touchstone, shared by editor and command line; TOUCHSTONE_CACHE overrides it. */
export const cacheFolder = (env: NodeJS.ProcessEnv = process.env): string => {
  if (env['TOUCHSTONE_CACHE']) return env['TOUCHSTONE_CACHE'];
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'touchstone');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'touchstone');
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'touchstone', 'Cache');
  return join(homedir(), '.cache', 'touchstone');
};

/**
 * Name of this machine in event files: drawn once and kept in the cache, since a host's real name often tells a
 * person's. A cleared cache makes a new device, which is harmless.
 */
export const hostId = async (cache: string): Promise<string> => {
  const file = join(cache, 'host-id');
  await mkdir(cache, { recursive: true });
  await writeFile(file, `h${randomBytes(4).toString('hex')}`, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const id = (await readFile(file, 'utf8')).trim();
  return /^h[0-9a-f]{8}$/.test(id) ? id : 'h00000000';
};
