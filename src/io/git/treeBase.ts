import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import type { RepositorySource } from '../../core/workspace/repositorySource';
import { makeWhole, withThrowAway } from './atomicFolder';
import { withFreshRepository } from './freshRepository';
import { type GitContext, mirrorWith } from './mirror';
import { textOf } from './runGit';

/** A commit in a mirror of ours, on which a workspace out of an image stands. */
export interface TreeBase {
  readonly commit: string;
  readonly source: RepositorySource;
  readonly mirror: string;
}

/** Who and when, the same for everybody: the same files give the same commit. */
const signature = {
  GIT_AUTHOR_NAME: 'Touchstone',
  GIT_AUTHOR_EMAIL: 'touchstone@localhost',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Touchstone',
  GIT_COMMITTER_EMAIL: 'touchstone@localhost',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
};

const bundleRefs = ['HEAD', 'refs/heads/base'];

/** A mirror of the one commit, by a bundle that stays in the cache: a mirror that was thrown away is mended by it. */
const mirrored = async (
  name: string,
  commit: string,
  write: (path: string) => Promise<void>,
  context: GitContext,
  signal: AbortSignal | undefined,
): Promise<TreeBase> => {
  const path = join(context.cache, 'images', `${name}-${commit.slice(0, 12)}.bundle`);
  await makeWhole(path, write);
  const source = { kind: 'bundle' as const, path };
  const mirror = await mirrorWith({ source, commit, signal }, context);
  return { commit, source, mirror };
};

interface Scrubbing {
  /** A name for the cache, safe as a file's. */
  readonly name: string;
  /** Folder of the files; it holds no repository. */
  readonly folder: string;
  /** Paths that go into the commit; null: all that the tree's own .gitignore lets through. */
  readonly tracked: readonly string[] | null;
  readonly signal: AbortSignal | undefined;
}

/** One commit of ours of the files as they stand, without a parent. */
export const scrubbedBase = ({ name, folder, tracked, signal }: Scrubbing, context: GitContext): Promise<TreeBase> => {
  const fresh = { commit: '', workTree: folder, doing: "making a repository of the image's files", signal };
  return withFreshRepository(
    fresh,
    async (git) => {
      if (tracked === null) await git(['add', '--all', '--', '.']);
      else await git(['update-index', '--add', '-z', '--stdin'], { input: lines(tracked) });
      const tree = textOf(await git(['write-tree']));
      const commit = textOf(await git(['commit-tree', '-m', 'base', tree], { env: signature }));
      await git(['update-ref', 'refs/heads/base', commit]);
      await git(['symbolic-ref', 'HEAD', 'refs/heads/base']);
      const write = async (path: string) => {
        await git(['bundle', 'create', '--quiet', path, ...bundleRefs]);
      };
      return mirrored(name, commit, write, context, signal);
    },
    context,
  );
};

const lines = (paths: readonly string[]): Uint8Array =>
  new TextEncoder().encode(paths.map((path) => `${path}\0`).join(''));

/**
 * Oddities that old commits of well-known projects have and that harm nobody; everything else that git's own check
 * finds wrong in an object ends the fetch.
 */
const harmless = [
  'badTimezone',
  'missingSpaceBeforeDate',
  'missingSpaceBeforeEmail',
  'zeroPaddedFilemode',
  'zeroPaddedDate',
  'missingNameBeforeEmail',
];

const checked: readonly string[] = [
  '-c',
  'fetch.fsckObjects=true',
  ...harmless.flatMap((id) => ['-c', `fetch.fsck.${id}=ignore`]),
];

interface Keeping {
  readonly name: string;
  readonly commit: string;
  /** Writes `base.bundle`, which comes from outside, into an empty folder. */
  readonly copyHistory: (folder: string) => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** Base's ancestry out of a bundle that a container made: checked by git, and nothing but that one commit's history. */
export const keptBase = ({ name, commit, copyHistory, signal }: Keeping, context: GitContext): Promise<TreeBase> =>
  withThrowAway(context.cache, async (folder) => {
    await copyHistory(folder);
    const bundle = join(folder, 'base.bundle');
    if (!(await lstat(bundle).catch(() => null))?.isFile())
      throw new InputFault(`The image gave no history. ${instead}`);
    const fresh = { commit, workTree: null, doing: "checking the image's history", signal };
    return withFreshRepository(
      fresh,
      async (git) => {
        const options = ['--no-tags', '--no-write-fetch-head', '--no-auto-gc', '--no-recurse-submodules'];
        await git([...checked, 'fetch', '--quiet', ...options, '--', bundle, '+refs/heads/base:refs/heads/base']).catch(
          refuseHistory,
        );
        if (textOf(await git(['rev-parse', 'refs/heads/base'])) !== commit)
          throw new InputFault(`The image gave another commit than ${commit.slice(0, 12)}. ${instead}`);
        await git(['symbolic-ref', 'HEAD', 'refs/heads/base']);
        const write = async (path: string) => {
          await git(['bundle', 'create', '--quiet', path, ...bundleRefs]);
        };
        return mirrored(name, commit, write, context, signal);
      },
      context,
    );
  });

const instead = 'Open it with a scrubbed history instead.';

const refuseHistory = (error: unknown): never => {
  const isGit = error instanceof InputFault || (error instanceof EnvironmentFault && error.what === 'git');
  throw isGit ? new InputFault(`The image's history can't be used: ${error.message} ${instead}`) : error;
};
