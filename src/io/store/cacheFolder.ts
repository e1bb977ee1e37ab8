import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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
 * person's. A cleared cache, or one that can't be written, makes a new device, which is harmless.
 */
export const hostId = async (cache: string): Promise<string> => {
  const file = join(cache, 'host-id');
  const drawn = `h${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(cache, { recursive: true });
    const beside = `${file}.${drawn}`;
    await writeFile(beside, drawn);
    await link(beside, file).catch(() => undefined);
    await rm(beside, { force: true });
    const id = (await readFile(file, 'utf8')).trim();
    return /^h[0-9a-f]{8}$/.test(id) ? id : drawn;
  } catch {
    return drawn;
  }
};
