import { lstat, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { absoluteInside } from '../../core/run/container/sessionInput';
import { InputFault } from '../../core/shared/problem';

const leaves = (asked: string): InputFault => new InputFault(`${asked}: the path leaves the sandbox's folder.`);

/** Where the path really ends up, as far as it is there. A link to what isn't there gives null. */
const realPlace = async (file: string): Promise<string | null> => {
  const missing: string[] = [];
  for (let at = file; ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => null);
    if (real !== null) return path.join(real, ...missing);
    if ((await lstat(at).catch(() => null)) !== null) return null;
    missing.unshift(path.basename(at));
  }
};

/**
 * The place on this machine of a session's absolute path: `/testbed` is `<root>/testbed`, whatever links are on its
 * way. It need not be there. Throws InputFault for a path that isn't absolute, or that leaves `root` by `..` or links.
 */
export const placeBelow = async (root: string, asked: string): Promise<string> => {
  if (asked.includes('\0')) throw new InputFault('A path can hold no NUL.');
  const relative = path.posix.normalize(`./${absoluteInside(asked)}`);
  if (relative === '..' || relative.startsWith('../')) throw leaves(asked);
  const real = await realPlace(path.join(root, relative).replace(/(?<=.)\/+$/, ''));
  if (real === null || (real !== root && !real.startsWith(`${root}/`))) throw leaves(asked);
  return real;
};

/** The place of a folder that is copied in or out; the sandbox as a whole holds more than its own files. */
export const treeBelow = async (root: string, asked: string): Promise<string> => {
  const place = await placeBelow(root, asked);
  if (place === root)
    throw new InputFault(`${asked}: a local sandbox can't be copied as a whole; name a folder below.`);
  return place;
};

/** The place of a folder, which is made where it is missing. Throws InputFault where something else stands there. */
export const madeBelow = async (root: string, asked: string): Promise<string> => {
  const place = await placeBelow(root, asked);
  try {
    await mkdir(place, { recursive: true });
    return place;
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new InputFault(`The sandbox can't have the folder ${asked}: something else stands there.`);
  }
};
