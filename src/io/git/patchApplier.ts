import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AppliedDiff, PatchApplier } from '../../core/patch/patchApplier';
import { InputFault } from '../../core/shared/problem';
import { type GitCall, mustRun, type RunGit, runGit, textOf } from './runGit';

const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);

/** Where the repository keeps its objects; also for a bare one and for a linked working tree. */
const objectsOf = async (run: RunGit, repo: string): Promise<string> => {
  const call = { args: ['rev-parse', '--git-path', 'objects'], cwd: repo, trusts: repo };
  return resolve(repo, textOf(await mustRun(run, call, `looking for a repository in ${repo}`)));
};

/** Git's own words without its prefix, a line each; the first says which hunk failed. */
const reasonOf = (stderr: string): string =>
  stderr.replace(/^(?:error|fatal|warning): /gm, '').trim() || 'git refused it.';

const applyInIndex = async (call: (args: readonly string[]) => GitCall, run: RunGit, commit: string, patch: string) => {
  const tree = await run(call(['read-tree', commit]));
  if (tree.code !== 0)
    throw new InputFault(`The repository has no commit ${commit}: ${reasonOf(tree.stderr)} Fetch it or name another.`);
  const input = new TextEncoder().encode(patch);
  const applied = await run({ ...call(['apply', '--cached', '--whitespace=nowarn', '-']), input });
  if (applied.code !== 0) return { ok: false as const, reason: reasonOf(applied.stderr) };
  const args = ['diff', '--cached', '--no-color', '--no-ext-diff', '--no-textconv', '--full-index', '--binary', '-M'];
  const diff = await mustRun(run, call([...args, commit, '--']), 'reading what the patch changed');
  return { ok: true as const, diff: new TextDecoder('utf-8', { ignoreBOM: true }).decode(diff.stdout) };
};

/**
 * Applies patches by strict `git apply` to a base commit of a local repository, in an index and an object folder of
 * their own: the repository and its working tree are never written, and no file of it is checked out.
 */
export const gitPatchApplier = (repo: string, commit: string, run: RunGit = runGit): PatchApplier => ({
  async apply(patch: string, signal?: AbortSignal): Promise<AppliedDiff> {
    if (!isCommit(commit)) throw new InputFault(`"${commit}" is no commit; give its 40 or 64 hex digits.`);
    const root = resolve(repo);
    const objects = await objectsOf(run, root);
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-apply-'));
    try {
      await mkdir(join(folder, 'objects'));
      const env = {
        GIT_INDEX_FILE: join(folder, 'index'),
        GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
        GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
      };
      return await applyInIndex((args) => ({ args, cwd: root, trusts: root, env, signal }), run, commit, patch);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
