import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputFault } from '../../core/shared/problem';
import type { WorkspaceFiles } from '../../core/workspace/workspaceFiles';
import { withThrowAway } from './atomicFolder';
import { exportBase } from './exportBase';
import { defaultContext, type GitContext } from './mirror';
import { type Change, withSnapshot } from './snapshot';
import { readTie } from './tie';

/** Files of opened workspaces by git. */
export const gitWorkspaceFiles = (context: GitContext = defaultContext()): WorkspaceFiles => ({
  tieOf: (folder) => readTie(folder, context),
  withChanges: async (folder, use, signal) => {
    const tie = await readTie(folder, context);
    if (tie === null) throw new InputFault(`${folder} isn't an instance's workspace; open it with Touchstone first.`);
    return withThrowAway(context.cache, async (into) => {
      const staged = await withSnapshot(
        folder,
        tie,
        async ({ git, changes }) => {
          const all = await changes();
          const there = all.filter(({ after }) => !isGone(after) && !after.startsWith(submodule));
          const input = new TextEncoder().encode(there.map(({ path }) => `${path}\0`).join(''));
          await git(['checkout-index', '--force', '--quiet', `--prefix=${into}/`, '-z', '--stdin'], input);
          return { changed: there.length, deleted: goneOf(all) };
        },
        context,
        signal,
      );
      return use({ folder: into, ...staged });
    });
  },
  withBase: async (source, commit, use, signal) => {
    const { bundlePath } = await exportBase(source, commit, signal, context);
    return withThrowAway(context.cache, async (folder) => {
      await mkdir(folder, { recursive: true });
      await copyFile(bundlePath, join(folder, 'base.bundle'));
      return use(folder);
    });
  },
});

const submodule = '160000';

const isGone = (after: string): boolean => /^0+ 0+$/.test(after);

const goneOf = (changes: readonly Change[]): readonly string[] =>
  changes.filter(({ after }) => isGone(after)).map(({ path }) => path);
