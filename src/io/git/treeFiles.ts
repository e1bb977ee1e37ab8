import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Files and links of a folder, by path with slashes; folders that links lead to aren't entered. */
export interface TreeFiles {
  readonly files: ReadonlySet<string>;
  /** What was taken out, by path: a repository in it could run code as soon as git looks. */
  readonly repositories: readonly string[];
}

/** What some file system, or git on it, takes for `.git`. */
const isGitName = (name: string): boolean =>
  /^(?:\.git|git~\d+)[ .]*$/i.test(name.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, ''));

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
      if (isGitName(entry.name)) await remove(path);
      else if (entry.isDirectory()) await walk(path);
      else files.add(path);
    }
  };
  await walk('');
  return { files, repositories: repositories.sort() };
};

/** Whether a link at `path` of a tree leads out of it, judged by its text alone. */
export const leavesTree = (path: string, target: string): boolean => {
  if (target.startsWith('/') || /^[A-Za-z]:|\\/.test(target)) return true;
  let depth = path.split('/').length - 1;
  for (const part of target.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
};
