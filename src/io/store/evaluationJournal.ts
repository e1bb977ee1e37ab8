import path from 'node:path';
import type { OwnedRun } from '../../core/evaluation/record';
import { EnvironmentFault } from '../../core/shared/problem';
import { usualLockTimes, withLock } from '../git/lock';
import { JournalFile } from './journalFile';

/** The run's event log, in the folder of its first repeats. */
export const journalName = 'journal.jsonl';

/** Says that a process has the run. */
export const lockName = 'journal.lock';

/** How long another owner is waited for: it may be about to end. */
const patienceMs = 2_000;

/**
 * Takes a run's folder for this process until `release`. Throws EnvironmentFault where another live process has it:
 * two writers would mix their results.
 */
export const ownRun = (folder: string, runId: string): Promise<OwnedRun> =>
  new Promise((resolve, reject) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    let release: () => void = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const work = async (): Promise<void> => {
      clearTimeout(timer);
      const file = await JournalFile.open(path.join(folder, journalName));
      resolve({
        earlier: file.earlier,
        journal: (event) => file.append(event),
        release: async () => {
          await file.close();
          release();
          await held.catch(() => undefined);
        },
      });
      await released;
    };
    const held = withLock(path.join(folder, lockName), work, patience.signal, {
      ...usualLockTimes,
      sparesStopped: true,
    });
    held.catch((error: unknown) => {
      clearTimeout(timer);
      reject(patience.signal.aborted ? inUse(folder, runId) : error);
    });
  });

const inUse = (folder: string, runId: string): EnvironmentFault =>
  new EnvironmentFault(
    'disk',
    `Another process is evaluating run ${runId} into ${folder}. Wait for it (where it was stopped, continue or end it), or choose another --run or --out.`,
  );
