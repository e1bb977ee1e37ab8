import { join } from 'node:path';
import type { WorkspacePlan } from '../../core/workspace/plan';
import type { FoundWorkspace, OnProgress, TieOrigin, Workspaces, WorkspaceTie } from '../../core/workspace/workspaces';
import { makeWhole } from './atomicFolder';
import { checkOut } from './checkout';
import { defaultContext, type GitContext, mirrorWith } from './mirror';
import { type Change, withSnapshot } from './snapshot';
import { applyPatch, applyTestPatch } from './testPatch';
import { readTie, writeTie, writeToken } from './tie';
import { isAbsent, locked, mark, writeFault } from './workspaceFolder';

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

const find = async (folder: string, context: GitContext, signal?: AbortSignal): Promise<FoundWorkspace> => {
  if (await isAbsent(folder)) return { kind: 'absent' };
  const tie = await readTie(folder, context);
  if (tie === null) return { kind: 'foreign' };
  const changes = await withSnapshot(folder, tie, (snapshot) => snapshot.changes(), context, signal);
  return { kind: 'workspace', tie, changed: changedSince(tie, changes) };
};

/** Paths that aren't as they were opened: changed against base, or a file of what was applied at the opening that is no longer so. */
const changedSince = (tie: WorkspaceTie, changes: readonly Change[]): readonly string[] => {
  const now = new Map(changes.map((change) => [change.path, change.after]));
  const opened = { ...tie.start?.files, ...tie.testFiles };
  const fromBase = changes.filter(({ path, after }) => opened[path] !== after).map(({ path }) => path);
  return [...fromBase, ...Object.keys(opened).filter((path) => !now.has(path))].sort();
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

/** The state that the work begins with, put into the files. */
const applyStart = async (
  path: string,
  plan: WorkspacePlan,
  context: GitContext,
  signal: AbortSignal | undefined,
): Promise<Pick<WorkspaceTie, 'start'>> => {
  if (plan.start === undefined) return {};
  const { of, patch, name } = plan.start;
  const what = { name: `The patch of ${plan.instanceId}, ${name},`, wayOut: 'Open the instance itself instead.' };
  const files = patch.trim() === '' ? {} : await applyPatch(path, patch, what, plan, context, signal);
  return { start: { of, files } };
};

const fill = async (path: string, mirror: string, making: Making, context: GitContext): Promise<void> => {
  const { plan, folder, origin, signal, openedAt } = making;
  await checkOut({ mirror, commit: plan.baseCommit, folder: path, signal }, context);
  await mark(path);
  const started = await applyStart(path, plan, context, signal);
  const testFiles = await applyTestPatch(path, plan.testPatch, plan, context, signal);
  const tie: WorkspaceTie = {
    ...origin,
    instanceId: plan.instanceId,
    source: plan.source,
    baseCommit: plan.baseCommit,
    withTestPatch: plan.testPatch !== null,
    testFiles,
    openedAt,
    ...started,
  };
  await writeTie(folder, tie, context, await writeToken(path));
};
