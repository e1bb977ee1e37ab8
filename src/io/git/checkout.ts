import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectFormat } from '../../core/workspace/commit';
import { borrowObjects } from './borrowObjects';
import type { GitContext } from './mirror';
import { mustRun } from './runGit';

export interface CheckoutCall {
  readonly mirror: string;
  /** 40 or 64 hex digits that the mirror holds. */
  readonly commit: string;
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A repository of its own in `folder` (made here), HEAD detached at the commit, its files written, objects borrowed
 * from the mirror; no branch, no tag, no remote, no hook. A worktree would show later commits by `git log --all`.
 */
export const checkOut = async (
  { mirror, commit, folder, signal }: CheckoutCall,
  { run }: GitContext,
): Promise<void> => {
  await mkdir(folder);
  const gitDir = join(folder, '.git');
  const git = (...args: string[]) =>
    mustRun(run, { args, cwd: folder, trusts: folder, signal }, `checking out ${commit.slice(0, 12)}`);
  await git('init', '--quiet', '--template=', '-b', 'main', `--object-format=${objectFormat(commit)}`);
  await borrowObjects(gitDir, mirror);
  // Written by hand: HEAD's log would name the person, and nothing else is there yet that git would have to guard.
  await writeFile(join(gitDir, 'HEAD'), `${commit.toLowerCase()}\n`);
  await appendFile(join(gitDir, 'config'), '[core]\n\tautocrlf = false\n');
  await git('read-tree', '--reset', '-u', 'HEAD');
};
