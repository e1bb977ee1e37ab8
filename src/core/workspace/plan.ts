import type { Instance } from '../instance/instance';
import type { Sha256 } from '../shared/hash';
import { err, ok, type Result } from '../shared/result';
import { isCommit } from './commit';
import { folderName } from './folderName';
import { checkSource, describeSource, type RepositorySource } from './repositorySource';

/** Files that differ from base when a workspace is opened, and are part of the work in it. */
export interface WorkspaceStart {
  /** A git patch against base, the data's own characters. */
  readonly patch: string;
  /** What state it is, so that the same one is found again. */
  readonly of: string;
  /** What the folder's name says of it: `step-5`. */
  readonly name: string;
}

/** What a checkout is to be: all of it checked, nothing of it done. */
export interface WorkspacePlan {
  readonly instanceId: string;
  readonly source: RepositorySource;
  /** Lower-case, 40 or 64 hex digits. */
  readonly baseCommit: string;
  /** The test patch to be applied uncommitted, the data's own characters; null where it is left out. */
  readonly testPatch: string | null;
  /** Applied to the files, uncommitted, as what the work begins with; absent: nothing. */
  readonly start?: WorkspaceStart;
  /** Name of the checkout's folder among those of its study. */
  readonly folderName: string;
}

export interface PlanOptions {
  readonly source: RepositorySource;
  readonly withTestPatch: boolean;
  readonly start?: WorkspaceStart;
}

/** Plans the checkout of an instance. The error is one sentence that names the instance, the field and the fix. */
export const planWorkspace = (
  instance: Pick<Instance, 'id' | 'baseCommit' | 'testPatch'>,
  { source, withTestPatch, start }: PlanOptions,
  sha256: Sha256,
): Result<WorkspacePlan, string> => {
  const id = JSON.stringify(instance.id.slice(0, 200));
  if (instance.baseCommit === null) return err(`Instance ${id} has no base_commit; without one it can't be opened.`);
  if (!isCommit(instance.baseCommit)) {
    const found = JSON.stringify(instance.baseCommit.slice(0, 80));
    return err(`Instance ${id}: base_commit ${found} isn't 40 or 64 hex digits.`);
  }
  const fault = checkSource(source);
  if (fault !== null) return err(`Instance ${id}: ${fault}`);
  if (withTestPatch && !instance.testPatch) return err(`Instance ${id} has no test_patch; open it without tests.`);
  return ok({
    instanceId: instance.id,
    source,
    baseCommit: instance.baseCommit.toLowerCase(),
    testPatch: withTestPatch ? instance.testPatch : null,
    ...(start === undefined ? {} : { start }),
    folderName: `${folderName(instance.id, sha256)}${withTestPatch ? '.with-tests' : ''}${start ? `.${start.name}` : ''}`,
  });
};

/** What carrying out the plan does, in sentences for a person to read before it is done. */
export const describePlan = (plan: WorkspacePlan, folder: string): readonly string[] => [
  `Mirror ${describeSource(plan.source)} in the cache, unless it is there and holds the commit.`,
  `Make a repository of its own in ${folder}, with the mirror's objects borrowed, and no branch, tag or remote.`,
  `Check out ${plan.baseCommit}, detached. Nothing of the repository is run: no hooks, filters or submodules.`,
  plan.testPatch === null ? 'Leave the test patch out.' : 'Apply the test patch to the files, uncommitted.',
];
