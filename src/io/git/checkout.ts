import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputFault } from '../../core/shared/problem';
import { objectFormat } from '../../core/workspace/commit';
import type { RepositorySource } from '../../core/workspace/repositorySource';
import { makeWhole } from './atomicFolder';
import { borrowObjects } from './borrowObjects';
import { defaultContext, type GitContext, mirrorWith } from './mirror';
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
  await git('config', 'core.autocrlf', 'false');
  await git('read-tree', '--reset', '-u', 'HEAD');
};

/**
 * A throw-away checkout for the local backend: as `checkOut`, made whole in `folder`, which must not exist or be
 * empty. Throws what `mirrorWith` does, and InputFault where the folder is taken.
 */
export const checkoutBase = async (
  source: RepositorySource,
  baseCommit: string,
  folder: string,
  signal?: AbortSignal,
  context: GitContext = defaultContext(),
): Promise<void> => {
  const mirror = await mirrorWith({ source, commit: baseCommit, signal }, context);
  const call = { mirror, commit: baseCommit, signal };
  if (!(await makeWhole(resolve(folder), (path) => checkOut({ ...call, folder: path }, context))))
    throw new InputFault(`${folder} isn't empty; give a folder that is, or none.`);
};
