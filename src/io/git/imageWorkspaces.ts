import { createHash } from 'node:crypto';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkEscapes } from '../../core/patch/patchPath';
import { InputFault } from '../../core/shared/problem';
import { folderName } from '../../core/workspace/folderName';
import { type ImageTree, type ImageWorkspaces, type MadeTree, testbedNotes } from '../../core/workspace/imageTree';
import type { OnProgress, TieOrigin, WorkspaceTie } from '../../core/workspace/workspaces';
import { makeWhole } from './atomicFolder';
import { beginRepository, type GitThere } from './checkout';
import { defaultContext, type GitContext } from './mirror';
import { textOf } from './runGit';
import { applyTestPatch } from './testPatch';
import { writeTie, writeToken } from './tie';
import { keptBase, scrubbedBase, type TreeBase } from './treeBase';
import { clearedTree, type TreeFiles } from './treeFiles';
import { isAbsent, locked, mark, writeFault } from './workspaceFolder';

/** Workspaces out of images by git; `now` gives RFC 3339. */
export const gitImageWorkspaces = (
  context: GitContext = defaultContext(),
  now: () => string = () => new Date().toISOString(),
): ImageWorkspaces => ({
  makeFromImage: (tree, folder, origin, onProgress, signal) =>
    make({ tree, folder, origin, onProgress: onProgress ?? (() => undefined), signal, openedAt: now() }, context),
});

interface Making {
  readonly tree: ImageTree;
  readonly folder: string;
  readonly origin: TieOrigin;
  readonly openedAt: string;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal | undefined;
}

const make = async (making: Making, context: GitContext): Promise<MadeTree | null> => {
  const { folder, signal } = making;
  const work = async (): Promise<MadeTree | null> => {
    if (!(await isAbsent(folder))) return null;
    const made: MadeTree[] = [];
    const moved = await makeWhole(folder, async (path) => void made.push(await fill(path, making, context)));
    return moved ? (made[0] ?? null) : null;
  };
  return locked(folder, work, context, signal).catch((error: unknown) => {
    throw writeFault(error, folder);
  });
};

const fill = async (path: string, making: Making, context: GitContext): Promise<MadeTree> => {
  const { tree, folder, onProgress, signal } = making;
  await mkdir(path);
  const skipped = await tree.copyFiles(path, signal);
  signal?.throwIfAborted();
  const found = await clearedTree(path);
  if (found.files.size === 0)
    throw new InputFault(
      `The image has no files at ${tree.origin.testbed}; name the folder as \`environments[].workdir\` of the study file.`,
    );
  onProgress(tree.origin.history === 'keep' ? 'Taking the history over' : 'Making a repository of the files');
  const base = await baseOf(path, found, making, context);
  onProgress('Writing the workspace');
  const git = await beginRepository({ mirror: base.mirror, commit: base.commit, folder: path, signal }, context);
  await git(['read-tree', 'HEAD']);
  const missing =
    tree.origin.history === 'keep' ? await asBase(path, found, git, making, context) : missingOf(found, tree);
  await excludeRest(path, git, missing);
  await mark(path);
  const tie = tieOf(base, missing, making);
  const testFiles = await applyTestPatch(path, tree.testPatch, tie, context, signal);
  await writeTie(folder, { ...tie, testFiles }, context, await writeToken(path));
  return { commit: base.commit, notes: notesOf(tree, skipped, found, missing) };
};

const baseOf = (path: string, found: TreeFiles, { tree, signal }: Making, context: GitContext): Promise<TreeBase> => {
  const key = createHash('sha256').update(`${tree.instanceId}\n${tree.origin.image}`).digest('hex').slice(0, 8);
  const name = `${folderName(tree.instanceId, (text) => createHash('sha256').update(text).digest('hex'))}-${key}`;
  if (tree.origin.history === 'keep' && tree.baseCommit !== null) {
    const copyHistory = (folder: string) => tree.copyHistory(folder, signal);
    return keptBase({ name, commit: tree.baseCommit, copyHistory, signal }, context);
  }
  const tracked = tree.facts.tracked?.filter((file) => found.files.has(file)) ?? null;
  return scrubbedBase({ name, folder: path, tracked, signal }, context);
};

/** Files that the image's git knows and that didn't come along, though the image has them. */
const missingOf = ({ files }: TreeFiles, { facts }: ImageTree): readonly string[] => {
  const deleted = new Set((facts.changed ?? []).filter(({ status }) => status === 'D').map(({ path }) => path));
  return (facts.tracked ?? []).filter((path) => !files.has(path) && !deleted.has(path));
};

/**
 * Puts base's own files over the image's: what is equal stays as it is, with its time; what a later commit added goes;
 * links that leave the folder aren't written, which is what comes back.
 */
const asBase = async (
  path: string,
  { files }: TreeFiles,
  git: GitThere,
  { tree, signal }: Making,
  { run }: GitContext,
): Promise<readonly string[]> => {
  const leaving = await leavingAtBase(git);
  const added = (tree.facts.changed ?? []).filter((change) => change.status === 'A').map((change) => change.path);
  for (const file of [...added, ...leaving]) if (files.has(file)) await rm(join(path, file), { force: true });
  await git(['update-index', '-z', '--skip-worktree', '--stdin'], encoded(leaving));
  // Its exit code says only that some differ, which is what comes next.
  await run({ args: ['update-index', '-q', '--refresh'], cwd: path, trusts: path, signal });
  await git(['checkout-index', '--all', '--force', '--quiet', '-u']);
  return leaving;
};

const encoded = (paths: readonly string[]): Uint8Array =>
  new TextEncoder().encode(paths.map((path) => `${path}\0`).join(''));

const leavingAtBase = async (git: GitThere): Promise<readonly string[]> => {
  const entries = textOf(await git(['ls-files', '--stage', '-z'])).split('\0');
  const links = entries.flatMap((entry) => {
    const [, object, path] = /^120000 ([0-9a-f]+) 0\t([\s\S]+)$/.exec(entry) ?? [];
    return object === undefined || path === undefined ? [] : [{ object, path }];
  });
  const leaving: string[] = [];
  for (const { object, path } of links)
    if (linkEscapes(path, textOf(await git(['cat-file', 'blob', object])))) leaving.push(path);
  return leaving;
};

/** What the image built lies there for imports, and git is told not to look at it, in this repository alone. */
const excludeRest = async (path: string, git: GitThere, missing: readonly string[]): Promise<void> => {
  await git(['update-index', '-q', '--really-refresh']).catch(() => undefined);
  const options = ['--others', '--exclude-standard', '--directory', '--no-empty-directory', '-z'];
  const others = textOf(await git(['ls-files', ...options]))
    .split('\0')
    .filter(Boolean);
  const patterns = [...others, ...missing]
    .filter((each) => !/[\r\n]/.test(each))
    .map((each) => `${excludePattern(each)}\n`);
  if (patterns.length === 0) return;
  await mkdir(join(path, '.git', 'info'), { recursive: true });
  await appendFile(join(path, '.git', 'info', 'exclude'), patterns.join(''));
};

/** The path alone as a pattern of gitignore. */
const excludePattern = (path: string): string =>
  `/${path.replace(/[\\*?[\]]/g, '\\$&').replace(/ +$/, (blanks) => '\\ '.repeat(blanks.length))}`;

const tieOf = (base: TreeBase, missing: readonly string[], { tree, origin, openedAt }: Making): WorkspaceTie => ({
  ...origin,
  instanceId: tree.instanceId,
  source: base.source,
  baseCommit: base.commit,
  withTestPatch: tree.testPatch !== null,
  testFiles: {},
  openedAt,
  image: tree.origin,
  leftOut: missing,
});

const mostSkipped = 20;

const notesOf = (
  tree: ImageTree,
  skipped: readonly string[],
  { repositories }: TreeFiles,
  missing: readonly string[],
): readonly string[] => {
  const left = [
    ...skipped,
    ...repositories.map((path) => `${path}: a repository inside the tree`),
    ...missing
      .filter((path) => !skipped.some((line) => line.includes(path)))
      .map((path) => `${path}: not part of the base commit`),
  ];
  const shown = left.slice(0, mostSkipped).map((line) => `Left out: ${line}`);
  const more = left.length > shown.length ? [`Left out: ${left.length - shown.length} more.`] : [];
  return [...testbedNotes(tree.facts, tree.origin.history), ...shown, ...more];
};
