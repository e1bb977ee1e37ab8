import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small repository with a history: `first`, `base`, then `fix`, which is later than the instance may see. */
export interface GitSource {
  readonly folder: string;
  readonly first: string;
  readonly base: string;
  readonly fix: string;
}

/** git as a test uses it: without the machine's config, with an invented author. */
export const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd();

export const commitFiles = async (
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  message: string,
): Promise<string> => {
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  git(folder, 'add', '--all', '--force');
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
};

/** A source of three commits in a temporary folder whose path holds a space and letters beyond ASCII. */
export const makeSource = async (files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<GitSource> => {
  const folder = join(await mkdtemp(join(tmpdir(), 'touchstone-')), 'Quelle mit ñ');
  await mkdir(folder);
  git(folder, 'init', '--quiet', '-b', 'main');
  const first = await commitFiles(folder, { 'README.md': 'A lib\n', ...files }, 'first');
  const base = await commitFiles(folder, { 'src/sum.py': 'def sum(a, b):\n    return a - b\n' }, 'base');
  const fix = await commitFiles(folder, { 'src/sum.py': 'def sum(a, b):\n    return a + b\n' }, 'fix');
  git(folder, 'tag', 'v1.0.0');
  return { folder, first, base, fix };
};
