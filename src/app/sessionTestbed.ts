import type { ImageHooks } from '../core/run/container/engine';
import type { Session } from '../core/run/container/session';
import { InputFault } from '../core/shared/problem';
import { isCommit } from '../core/workspace/commit';
import type { RepositorySource } from '../core/workspace/repositorySource';
import type { WorkspaceFiles } from '../core/workspace/workspaceFiles';
import { checkOutTestbed } from './containerFiles';
import { runStep } from './sessionStep';

/** A testbed that a sandbox is to have. */
export interface WantedTestbed {
  /** As faults name it. */
  readonly instanceId: string;
  /** Absolute in the sandbox. */
  readonly testbed: string;
  /** Where base comes from, if the image brings nothing. */
  readonly source: RepositorySource | null;
  readonly commit: string | null;
  /** Where a sandbox that is no container has its `/`; left out: it is one. */
  readonly root?: string;
}

const holdsScript = '[ -e "$1/.git" ] || { [ -d "$1" ] && [ -n "$(ls -A "$1")" ]; }';

/**
 * The image's own testbed where it brings one; else base, checked out of the repository that is known, with nothing
 * later than base. Gives the words for what it is. Throws InputFault where there is neither.
 */
export const makeTestbed = async (
  files: Pick<WorkspaceFiles, 'withBase'>,
  session: Session,
  { instanceId, testbed, source, commit, root = '' }: WantedTestbed,
  hooks: Pick<ImageHooks, 'onProgress'>,
  signal?: AbortSignal,
): Promise<string> => {
  const { end } = await runStep(session, { command: ['sh', '-c', holdsScript, 'sh', root + testbed] }, signal);
  if (end.exitCode === 0) return "the image's own";
  if (source === null || commit === null || !isCommit(commit))
    throw new InputFault(
      `The image has nothing at ${testbed}, and no repository of ${instanceId} is known; name one by touchstone.repositories.`,
    );
  hooks.onProgress('Checking base out in the container');
  const put = (folder: string) => checkOutTestbed(session, folder, testbed, commit, signal, root);
  await files.withBase(source, commit, put, signal);
  return `base ${commit.slice(0, 12)}`;
};
