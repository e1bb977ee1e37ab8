import type { Session } from '../core/run/container/session';
import { EnvironmentFault } from '../core/shared/problem';
import { runStep } from './sessionStep';

/** Where `/` really is, and a new folder for notes. */
const lookScript = `pwd -P
if [ -d /.touchstone ] && [ -w /.touchstone ]; then mktemp -d /.touchstone/replay.XXXXXX
elif [ -n "$TMPDIR" ]; then mktemp -d "$TMPDIR/replay.XXXXXX"
else mktemp -d /tmp/touchstone-files.XXXXXX
fi`;

/** Asks a new session for both. Throws EnvironmentFault where it has no place for notes. */
export const lookAround = async (
  session: Session,
  signal?: AbortSignal,
): Promise<{ readonly root: string; readonly notes: string }> => {
  const { stdout, end, stderr } = await runStep(session, { command: ['sh', '-c', lookScript] }, signal);
  const [root, notes] = new TextDecoder().decode(stdout).split('\n');
  if (end.exitCode !== 0 || !root?.startsWith('/') || !notes?.startsWith('/'))
    throw new EnvironmentFault('image', `The sandbox has no folder for notes: ${stderr.trim().slice(0, 300)}`);
  return { root: root === '/' ? '' : root, notes };
};
