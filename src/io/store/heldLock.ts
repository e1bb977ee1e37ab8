import { EnvironmentFault } from '../../core/shared/problem';
import { usualLockTimes, withLock } from '../git/lock';

/** How long another owner is waited for: it may be about to end. */
const patienceMs = 2_000;

/**
 * Takes a lock file for this process until `release`, and does `work` first under it. Throws EnvironmentFault with
 * these words where another live process has it.
 */
export const holdLock = <T>(
  path: string,
  work: () => Promise<T>,
  inUse: string,
): Promise<{ readonly value: T; release(): Promise<void> }> =>
  new Promise((resolve, reject) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    let release: () => void = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const underLock = async (): Promise<void> => {
      clearTimeout(timer);
      const value = await work();
      const end = async () => {
        release();
        await held.catch(() => undefined);
      };
      resolve({ value, release: end });
      await released;
    };
    const held = withLock(path, underLock, patience.signal, { ...usualLockTimes, sparesStopped: true });
    held.catch((error: unknown) => {
      clearTimeout(timer);
      reject(patience.signal.aborted ? new EnvironmentFault('disk', inUse) : error);
    });
  });
