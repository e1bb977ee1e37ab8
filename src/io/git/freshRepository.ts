import { objectFormat } from '../../core/workspace/commit';
import { withThrowAway } from './atomicFolder';
import type { GitContext } from './mirror';
import { type GitEnd, mustRun } from './runGit';

type RunIn = (
  args: readonly string[],
  more?: { readonly input?: Uint8Array; readonly env?: Readonly<Record<string, string>> },
) => Promise<GitEnd>;

interface Fresh {
  /** Its length decides between SHA-1 and SHA-256; empty: SHA-1. */
  readonly commit: string;
  /** Folder whose files it is about; null: none. */
  readonly workTree: string | null;
  /** For faults: "(doing)". */
  readonly doing: string;
  readonly signal: AbortSignal | undefined;
}

/** A repository of our own in the cache, without a hook or a setting of anybody else; thrown away after `use`. */
export const withFreshRepository = <T>(
  { commit, workTree, doing, signal }: Fresh,
  use: (git: RunIn) => Promise<T>,
  { run, cache }: GitContext,
): Promise<T> =>
  withThrowAway(cache, async (gitDir) => {
    const at = ['--git-dir', gitDir, ...(workTree === null ? [] : ['--work-tree', workTree])];
    const cwd = workTree ?? gitDir;
    const git: RunIn = (args, more = {}) =>
      mustRun(run, { args: [...at, ...args], cwd, trusts: cwd, signal, ...more }, doing);
    await git(['init', '--quiet', '--template=', `--object-format=${objectFormat(commit)}`]);
    return use(git);
  });
