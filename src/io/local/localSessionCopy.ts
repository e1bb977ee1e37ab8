import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises';

const below = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);

/** Whether a folder stands there already; anything else is removed, and a link never followed. */
const keptFolder = async (to: Buffer): Promise<boolean> => {
  const there = await lstat(to).catch(() => null);
  if (there?.isDirectory()) return true;
  await rm(to, { force: true });
  return false;
};

const copyOne = async (from: Buffer, to: Buffer): Promise<void> => {
  const found = await lstat(from);
  if (!found.isFile() && !found.isSymbolicLink()) return;
  await rm(to, { force: true, recursive: true });
  if (found.isSymbolicLink()) return symlink(await readlink(from, { encoding: 'buffer' }), to);
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await chmod(to, (found.mode & 0o777) | 0o600);
};

/**
 * Copies what a folder holds into another one: files with their rwx bits, links as links, over what is there. Names
 * keep their bytes; sockets, pipes and devices are left out. A link that stands where a folder goes is replaced.
 */
export const copyTree = async (from: Buffer, to: Buffer, signal?: AbortSignal): Promise<void> => {
  for (const entry of await readdir(from, { withFileTypes: true, encoding: 'buffer' })) {
    signal?.throwIfAborted();
    const [source, target] = [below(from, entry.name), below(to, entry.name)];
    if (!entry.isDirectory()) {
      await copyOne(source, target);
      continue;
    }
    if (!(await keptFolder(target))) await mkdir(target);
    await copyTree(source, target, signal);
    await chmod(target, ((await lstat(source)).mode & 0o777) | 0o700);
  }
};
