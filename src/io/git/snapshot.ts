import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectFormat } from '../../core/workspace/commit';
import { markerName, type WorkspaceTie } from '../../core/workspace/workspaces';
import { withThrowAway } from './atomicFolder';
import { borrowObjects } from './borrowObjects';
import { type GitContext, mirrorWith } from './mirror';
import { type GitEnd, mustRun } from './runGit';

/** A file as it differs from base. Mode and object are zeros where the file isn't there. */
export interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A checkout's files against base, by a repository of our own that is thrown away. */
export interface Snapshot {
  /** Folder of that repository. */
  readonly gitDir: string;
  git(args: readonly string[], input?: Uint8Array): Promise<GitEnd>;
  changes(): Promise<readonly Change[]>;
}

type Based = Pick<WorkspaceTie, 'source' | 'baseCommit' | 'leftOut'>;

/**
 * Looks at a checkout's files as they stand, new ones included, through an index, config and object folder of our
 * own: the person's index isn't touched, and nothing that was written to the checkout's `.git` (filters, hooks,
 * monitors) is read, but for the patterns of `info/exclude`. Ignored files are left out as git would; a file that
 * was never written there (`leftOut`) counts as unchanged.
 */
export const withSnapshot = async <T>(
  folder: string,
  base: Based,
  use: (snapshot: Snapshot) => Promise<T>,
  context: GitContext,
  signal?: AbortSignal,
): Promise<T> => {
  const mirror = await mirrorWith({ source: base.source, commit: base.baseCommit, signal }, context);
  return withThrowAway(context.cache, async (gitDir) => {
    const git = (args: readonly string[], input?: Uint8Array) => {
      const all = ['--git-dir', gitDir, '--work-tree', folder, ...args];
      const call = { args: all, cwd: folder, trusts: folder, signal, ...(input === undefined ? {} : { input }) };
      return mustRun(context.run, call, `reading ${folder}`);
    };
    await git(['init', '--quiet', '--template=', `--object-format=${objectFormat(base.baseCommit)}`]);
    await borrowObjects(gitDir, mirror);
    await writeExcludes(folder, gitDir);
    await git(['read-tree', base.baseCommit]);
    await git(['add', '--all', '--', '.']);
    const changes = async () => readChanges(await git(rawArgs(base.baseCommit)));
    if (base.leftOut && base.leftOut.length > 0) await putBack(base.leftOut, await changes(), git);
    return use({ gitDir, git, changes });
  });
};

/** Gives the index base's own entries again where such a file isn't there; one that somebody wrote is a change. */
const putBack = async (leftOut: readonly string[], changes: readonly Change[], git: Snapshot['git']): Promise<void> => {
  const paths = new Set(leftOut);
  const gone = changes.filter(({ path, after }) => paths.has(path) && /^0+ 0+$/.test(after));
  if (gone.length > 0) await git(['update-index', '-z', '--index-info'], restored(gone));
};

/** Lines for `update-index --index-info` that put base's own files back into the index. */
export const restored = (changes: readonly Change[]): Uint8Array =>
  new TextEncoder().encode(changes.map(({ before, path }) => `${before}\t${path}\0`).join(''));

const rawArgs = (commit: string): readonly string[] => {
  return ['diff-index', '--cached', '--raw', '-r', '-z', '--no-renames', '--no-abbrev', commit, '--'];
};

const writeExcludes = async (folder: string, gitDir: string): Promise<void> => {
  const own = await readFile(join(folder, '.git', 'info', 'exclude'), 'utf8').catch(() => '');
  await mkdir(join(gitDir, 'info'), { recursive: true });
  await writeFile(join(gitDir, 'info', 'exclude'), `/${markerName}\n${own}`);
};

/** Reads `diff-index --raw -z`: `:mode mode object object status NUL path NUL`. */
const readChanges = (end: GitEnd): readonly Change[] => {
  const fields = new TextDecoder().decode(end.stdout).split('\0');
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [modeBefore, modeAfter, before, after] = (fields[at] ?? '').slice(1).split(' ');
    changes.push({ path: fields[at + 1] ?? '', before: `${modeBefore} ${before}`, after: `${modeAfter} ${after}` });
  }
  return changes;
};
