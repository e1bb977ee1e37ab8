import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';

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
