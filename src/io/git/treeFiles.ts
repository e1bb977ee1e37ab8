import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isGitFolder } from '../../core/patch/gitFolder';

/** Files and links of a folder, by path with slashes; folders that links lead to aren't entered. */
export interface TreeFiles {
  readonly files: ReadonlySet<string>;
  /** What was taken out, by path: a repository in it could run code as soon as git looks. */
  readonly repositories: readonly string[];
}

/** A bare repository has no `.git`: git takes any folder for one that holds these three. */
const isBareRepository = (entries: readonly Dirent[]): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name));

/**
 * Lists a folder that came from outside, and removes every repository in it at any depth (`.git` as folder or file,
 * and bare ones), before anything opens it.
 */
export const clearedTree = async (root: string): Promise<TreeFiles> => {
  const files = new Set<string>();
  const repositories: string[] = [];
  const remove = async (path: string): Promise<void> => {
    await rm(join(root, path), { recursive: true, force: true, maxRetries: 3 });
    repositories.push(path);
  };
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    if (folder !== '' && isBareRepository(entries)) return remove(folder);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isGitFolder(entry.name)) await remove(path);
      else if (entry.isDirectory()) await walk(path);
      else files.add(path);
    }
  };
  await walk('');
  return { files, repositories: repositories.sort() };
};
