import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The platform's cache folder, shared by editor and command line: `TOUCHSTONE_CACHE`, else
 * `$XDG_CACHE_HOME/touchstone`, else `~/.cache/touchstone`. Not made here.
 */
export const cacheFolder = (env: NodeJS.ProcessEnv = process.env): string => {
  if (env['TOUCHSTONE_CACHE']) return resolve(env['TOUCHSTONE_CACHE']);
  const base = env['XDG_CACHE_HOME'];
  return base?.startsWith('/') ? join(base, 'touchstone') : join(homedir(), '.cache', 'touchstone');
};
