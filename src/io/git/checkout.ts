import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectFormat } from '../../core/workspace/commit';
import { borrowObjects } from './borrowObjects';
import type { GitContext } from './mirror';
import { type GitEnd, mustRun } from './runGit';

export interface CheckoutCall {
  readonly mirror: string;
  /** 40 or 64 hex digits that the mirror holds. */
  readonly commit: string;
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

/** git in the repository that was begun. Throws what `mustRun` throws. */
export type GitThere = (args: readonly string[], input?: Uint8Array) => Promise<GitEnd>;

/**
 * A repository of its own in an existing folder, HEAD detached at the commit, objects borrowed from the mirror, an
 * empty index; no branch, no tag, no remote, no hook. The folder's files aren't touched.
 */
export const beginRepository = async (
  { mirror, commit, folder, signal }: CheckoutCall,
  { run }: GitContext,
): Promise<GitThere> => {
  const gitDir = join(folder, '.git');
  const git: GitThere = (args, input) => {
    const call = { args, cwd: folder, trusts: folder, signal, ...(input === undefined ? {} : { input }) };
    return mustRun(run, call, `checking out ${commit.slice(0, 12)}`);
  };
  await git(['init', '--quiet', '--template=', '-b', 'main', `--object-format=${objectFormat(commit)}`]);
  await borrowObjects(gitDir, mirror);
  // Written by hand: HEAD's log would name the person, and nothing else is there yet that git would have to guard.
  await writeFile(join(gitDir, 'HEAD'), `${commit.toLowerCase()}\n`);
  await appendFile(join(gitDir, 'config'), '[core]\n\tautocrlf = false\n');
  return git;
};

/**
 * A repository of its own in `folder` (made here), HEAD detached at the commit, its files written. A worktree would
 * show later commits by `git log --all`.
 */
export const checkOut = async (call: CheckoutCall, context: GitContext): Promise<void> => {
  await mkdir(call.folder);
  const git = await beginRepository(call, context);
  await git(['read-tree', '--reset', '-u', 'HEAD']);
};
