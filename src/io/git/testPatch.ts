import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import type { WorkspaceTie } from '../../core/workspace/workspaces';
import type { GitContext } from './mirror';
import { mustRun } from './runGit';
import { withSnapshot } from './snapshot';

type Based = Pick<WorkspaceTie, 'source' | 'baseCommit' | 'leftOut' | 'instanceId'>;

/**
 * Applies the test patch to a checkout's files, uncommitted; gives the files that it changed (path -> mode and object
 * id). Null: nothing is done. Throws InputFault where it doesn't apply.
 */
export const applyTestPatch = async (
  path: string,
  patch: string | null,
  base: Based,
  context: GitContext,
  signal: AbortSignal | undefined,
): Promise<WorkspaceTie['testFiles']> => {
  if (patch === null) return {};
  const what = { name: `The test patch of ${base.instanceId}`, wayOut: 'Open it without tests.' };
  return applyPatch(path, patch, what, base, context, signal);
};

/** The same for any patch, which is named where it doesn't apply. */
export const applyPatch = async (
  path: string,
  patch: string,
  what: { readonly name: string; readonly wayOut: string },
  base: Based,
  context: GitContext,
  signal: AbortSignal | undefined,
): Promise<WorkspaceTie['testFiles']> => {
  await apply(path, patch, what, context, signal);
  const changes = await withSnapshot(path, base, (snapshot) => snapshot.changes(), context, signal);
  return Object.fromEntries(changes.map((change) => [change.path, change.after]));
};

const apply = async (
  path: string,
  patch: string,
  what: { readonly name: string; readonly wayOut: string },
  context: GitContext,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const input = new TextEncoder().encode(patch.endsWith('\n') ? patch : `${patch}\n`);
  const args = ['apply', '--whitespace=nowarn', '-'];
  try {
    await mustRun(context.run, { args, cwd: path, trusts: path, input, signal }, `applying ${what.name}`);
  } catch (error) {
    if (!(error instanceof EnvironmentFault) || error.what !== 'git') throw error;
    throw new InputFault(`${what.name} doesn't apply to base: ${error.message} ${what.wayOut}`);
  }
};
