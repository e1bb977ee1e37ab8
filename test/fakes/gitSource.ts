import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { commitFiles, git } from './git';
import { throwAway } from './throwAway';

/** A small repository with a history: `first`, `base`, then `fix`, which is later than the instance may see. */
export interface GitSource {
  readonly folder: string;
  readonly first: string;
  readonly base: string;
  readonly fix: string;
}

/** A source of three commits in a temporary folder whose path holds a space and letters beyond ASCII. */
export const makeSource = async (files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<GitSource> => {
  const folder = join(await throwAway('touchstone-'), 'Quelle mit ñ');
  await mkdir(folder);
  git(folder, 'init', '--quiet', '-b', 'main');
  const first = await commitFiles(folder, { 'README.md': 'A lib\n', ...files }, 'first');
  const base = await commitFiles(folder, { 'src/sum.py': 'def sum(a, b):\n    return a - b\n' }, 'base');
  const fix = await commitFiles(folder, { 'src/sum.py': 'def sum(a, b):\n    return a + b\n' }, 'fix');
  git(folder, 'tag', 'v1.0.0');
  return { folder, first, base, fix };
};
