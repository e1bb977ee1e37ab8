import { stat } from 'node:fs/promises';
import { objectFormat } from '../../core/workspace/commit';
import type { RepositorySource } from '../../core/workspace/repositorySource';
import { makeWhole, withThrowAway } from './atomicFolder';
import { borrowObjects } from './borrowObjects';
import { defaultContext, type GitContext, mirrorWith } from './mirror';
import { mustRun } from './runGit';

/**
 * A git bundle that holds base's ancestry alone, for containers: nothing later than `baseCommit`, no branch or tag of
 * the repository. Its refs are HEAD and `refs/heads/base`, so `git clone FILE DIR` checks base out. Cached by source
 * and commit. Errors are those of `mirrorWith`.
 */
export const exportBase = async (
  source: RepositorySource,
  baseCommit: string,
  signal?: AbortSignal,
  context: GitContext = defaultContext(),
): Promise<{ bundlePath: string }> => {
  const mirror = await mirrorWith({ source, commit: baseCommit, signal }, context);
  const bundlePath = `${mirror.replace(/\.git$/, '')}.bases/${baseCommit.toLowerCase()}.bundle`;
  const made = await stat(bundlePath).catch(() => null);
  if (!made) await makeWhole(bundlePath, (path) => writeBundle(mirror, baseCommit, path, signal, context));
  return { bundlePath };
};

const writeBundle = (
  mirror: string,
  commit: string,
  path: string,
  signal: AbortSignal | undefined,
  { run, cache }: GitContext,
): Promise<void> =>
  withThrowAway(cache, async (folder) => {
    const git = (...args: string[]) =>
      mustRun(run, { args: ['--git-dir', folder, ...args], cwd: folder, trusts: folder, signal }, 'bundling base');
    await git('init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat(commit)}`);
    await borrowObjects(folder, mirror);
    await git('update-ref', 'refs/heads/base', commit);
    await git('symbolic-ref', 'HEAD', 'refs/heads/base');
    await git('bundle', 'create', '--quiet', path, 'HEAD', 'refs/heads/base');
  });
