import type { Session } from '../core/run/container/session';
import { EnvironmentFault } from '../core/shared/problem';
import { runStep } from './sessionStep';

const bundleFolder = '/tmp/touchstone-files';

/** Objects without refs and a detached HEAD, so that no later commit and no branch can be seen. */
const checkOutScript = `set -e
mkdir -p "$2" && cd "$2"
git init -q --template= $4 .
git bundle unbundle "$1/base.bundle" >/dev/null
git -c core.hooksPath=/dev/null checkout -q --detach "$3"
rm -rf "$1"
`;

/**
 * Checks base out at the testbed, from a host folder that holds `base.bundle`. `root`: where a sandbox that is no
 * container has its `/`; the testbed is named below it.
 */
export const checkOutTestbed = async (
  session: Session,
  hostFolder: string,
  testbed: string,
  commit: string,
  signal?: AbortSignal,
  root = '',
): Promise<void> => {
  await session.upload(hostFolder, bundleFolder, signal);
  const format = commit.length === 64 ? '--object-format=sha256' : '';
  const command = ['sh', '-c', checkOutScript, 'sh', root + bundleFolder, root + testbed, commit, format];
  const { end, stderr } = await runStep(session, { command }, signal);
  if (end.exitCode !== 0)
    throw new EnvironmentFault(
      'image',
      `Base couldn't be checked out in the container: ${stderr.trim().slice(0, 500)}`,
    );
};

/** Removes files below a folder of the sandbox; what isn't there is no fault. */
export const removeFiles = async (
  session: Session,
  folder: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<void> => {
  const input = new TextEncoder().encode(paths.map((path) => `./${path}\0`).join(''));
  const command = ['sh', '-c', 'cd -- "$1" && xargs -0 rm -f --', 'sh', folder];
  const { end, stderr } = await runStep(session, { command, input }, signal);
  if (end.exitCode !== 0)
    throw new EnvironmentFault('image', `Files couldn't be removed in the container: ${stderr.trim().slice(0, 500)}`);
};
