import { appendFile, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import type { WorkspacePlan } from '../../core/workspace/plan';
import {
  type FoundWorkspace,
  markerName,
  type OnProgress,
  type TieOrigin,
  type Workspaces,
  type WorkspaceTie,
} from '../../core/workspace/workspaces';
import { makeWhole } from './atomicFolder';
import { checkOut } from './checkout';
import { fileFault } from './gitFault';
import { withLock } from './lock';
import { defaultContext, type GitContext, mirrorWith } from './mirror';
import { mustRun } from './runGit';
import { type Change, withSnapshot } from './snapshot';
import { besideFolder, readTie, writeTie, writeToken } from './tie';

/** Opened checkouts by git; `now` gives RFC 3339. */
export const gitWorkspaces = (
  context: GitContext = defaultContext(),
  now: () => string = () => new Date().toISOString(),
): Workspaces => ({
  home: join(context.cache, 'workspaces'),
  find: (folder, signal) => locked(folder, () => find(folder, context, signal), context, signal),
  make: (plan, folder, origin, onProgress, signal) =>
    make({ plan, folder, origin, onProgress, signal, openedAt: now() }, context),
  tieAgain: (folder, tie, origin) => writeTie(folder, { ...tie, ...origin, openedAt: now() }, context),
});

/** One process at a time makes or judges a folder: who waits finds it whole, with its tie. */
const locked = async <T>(folder: string, work: () => Promise<T>, context: GitContext, signal?: AbortSignal) =>
  withLock(await besideFolder(folder, 'lock', context), work, signal);

/** A link can't be replaced by a folder, and what it leads to is another place than the one that was named. */
const refuseLink = async (folder: string): Promise<void> => {
  const found = await lstat(folder).catch(() => null);
  if (found?.isSymbolicLink()) throw new InputFault(`${folder} is a link; name the folder that it is to lead to.`);
};

const isAbsent = async (folder: string): Promise<boolean> => {
  try {
    if ((await readdir(folder)).length > 0) return false;
    await refuseLink(folder);
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'ENOENT') return refuseLink(folder).then(() => true);
    if (error instanceof InputFault) throw error;
    if (code === 'ENOTDIR') return false;
    throw new InputFault(`${folder} can't be read (${code ?? String(error)}); choose another folder.`);
  }
};

const find = async (folder: string, context: GitContext, signal?: AbortSignal): Promise<FoundWorkspace> => {
  if (await isAbsent(folder)) return { kind: 'absent' };
  const tie = await readTie(folder, context);
  if (tie === null) return { kind: 'foreign' };
  const changes = await withSnapshot(folder, tie, (snapshot) => snapshot.changes(), context, signal);
  return { kind: 'workspace', tie, changed: changedSince(tie, changes) };
};

/** Paths that aren't as they were opened: changed against base, or a file of the test patch that is no longer so. */
const changedSince = (tie: WorkspaceTie, changes: readonly Change[]): readonly string[] => {
  const now = new Map(changes.map((change) => [change.path, change.after]));
  const fromBase = changes.filter(({ path, after }) => tie.testFiles[path] !== after).map(({ path }) => path);
  return [...fromBase, ...Object.keys(tie.testFiles).filter((path) => !now.has(path))].sort();
};

interface Making {
  readonly plan: WorkspacePlan;
  readonly folder: string;
  readonly origin: TieOrigin;
  readonly openedAt: string;
  readonly onProgress: OnProgress | undefined;
  readonly signal: AbortSignal | undefined;
}

const make = async (making: Making, context: GitContext): Promise<boolean> => {
  const { plan, folder, onProgress, signal } = making;
  const mirror = await mirrorWith({ source: plan.source, commit: plan.baseCommit, signal, onProgress }, context);
  const work = async (): Promise<boolean> => {
    if (!(await isAbsent(folder))) return false;
    onProgress?.(`Checking out ${plan.baseCommit.slice(0, 12)}`);
    return makeWhole(folder, (path) => fill(path, mirror, making, context));
  };
  return locked(folder, work, context, signal).catch((error: unknown) => {
    throw writeFault(error, folder);
  });
};

const fill = async (path: string, mirror: string, making: Making, context: GitContext): Promise<void> => {
  const { plan, folder, origin, signal, openedAt } = making;
  await checkOut({ mirror, commit: plan.baseCommit, folder: path, signal }, context);
  await mark(path);
  if (plan.testPatch !== null) await applyTests(path, plan.testPatch, plan.instanceId, context, signal);
  const changes =
    plan.testPatch === null ? [] : await withSnapshot(path, plan, (snapshot) => snapshot.changes(), context, signal);
  const tie: WorkspaceTie = {
    ...origin,
    instanceId: plan.instanceId,
    source: plan.source,
    baseCommit: plan.baseCommit,
    withTestPatch: plan.testPatch !== null,
    testFiles: Object.fromEntries(changes.map((change) => [change.path, change.after])),
    openedAt,
  };
  await writeTie(folder, tie, context, await writeToken(path));
};

/** The marker says nothing but that it is one; a repository that brings a file of that name keeps its own. */
const mark = async (path: string): Promise<void> => {
  await mkdir(join(path, '.git', 'info'), { recursive: true });
  await appendFile(join(path, '.git', 'info', 'exclude'), `/${markerName}\n`);
  const text = `${JSON.stringify({ touchstone: 'workspace', version: 1 })}\n`;
  await writeFile(join(path, markerName), text, { flag: 'wx' }).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error;
  });
};

const applyTests = async (
  path: string,
  patch: string,
  id: string,
  context: GitContext,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const input = new TextEncoder().encode(patch.endsWith('\n') ? patch : `${patch}\n`);
  const args = ['apply', '--whitespace=nowarn', '-'];
  try {
    await mustRun(context.run, { args, cwd: path, trusts: path, input, signal }, `applying the test patch of ${id}`);
  } catch (error) {
    if (!(error instanceof EnvironmentFault) || error.what !== 'git') throw error;
    throw new InputFault(`The test patch of ${id} doesn't apply to base: ${error.message} Open it without tests.`);
  }
};

const writeFault = (error: unknown, folder: string): unknown => {
  const code = (error as { code?: string } | null)?.code;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new InputFault(`${folder} can't be written (${code}); choose another folder.`);
  return fileFault(error, `opening ${folder}`);
};
