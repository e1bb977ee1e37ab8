import { randomUUID } from 'node:crypto';
import type { Session, SessionSpec, Sessions } from '../../core/run/container/session';
import { absoluteInside } from '../../core/run/container/sessionInput';
import { EnvironmentFault } from '../../core/shared/problem';
import { sessionLabel } from '../jobs/sessionLabel';
import { makeFolders } from './jobFolders';
import { writeOwner } from './leftovers';
import { checkUser, LocalSession } from './localSession';
import { startKeeper } from './localSessionKeeper';
import { localWarnings, noWindows } from './localWarnings';
import { removeFolder } from './removeFolder';

const check = ({ workdir, user, mounts }: SessionSpec): void => {
  if (process.platform === 'win32') throw new EnvironmentFault('engine', noWindows);
  absoluteInside(workdir);
  checkUser(user);
  if (mounts.length > 0)
    throw new EnvironmentFault(
      'engine',
      `A local sandbox can't show ${mounts[0]?.hostPath} without letting it be changed; copy it in, or use docker.`,
    );
};

/**
 * The session port without an engine: each is a throw-away folder of this machine, and its paths are below it (`/testbed`
 * is `<folder>/testbed`, told by TOUCHSTONE_TESTBED). It keeps commands apart from the person's settings and keys; it is
 * no sandbox, which `warnings` say. Limits: the size of one file, and the folder's as it is measured; nobody can tell
 * whether a command lacked memory. Not on Windows.
 */
export class LocalSessions implements Sessions {
  readonly warnings: readonly string[] = localWarnings;

  /** Throws EnvironmentFault for what can't be had here (another user, mounts), InputFault for a bad workdir. */
  async openSession(spec: SessionSpec, signal?: AbortSignal): Promise<Session> {
    check(spec);
    signal?.throwIfAborted();
    const folders = await makeFolders();
    const id = randomUUID();
    try {
      await writeOwner(folders.root, id, { ...spec.labels, [sessionLabel]: id });
      const keeper = await startKeeper(id, spec.ttlMs, folders.root);
      const session = new LocalSession(id, folders, spec, keeper);
      await session.prepare().catch(async (error: unknown) => {
        await session.close();
        throw error;
      });
      return session;
    } catch (error) {
      await removeFolder(folders.root).catch(() => undefined);
      throw error;
    }
  }
}
