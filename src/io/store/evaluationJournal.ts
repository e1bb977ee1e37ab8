import path from 'node:path';
import type { OwnedRun } from '../../core/evaluation/record';
import { holdLock } from './heldLock';
import { JournalFile } from './journalFile';

/** The run's event log, in the folder of its first repeats. */
export const journalName = 'journal.jsonl';

/** Says that a process has the run. */
export const lockName = 'journal.lock';

const inUse = (folder: string, runId: string): string =>
  `Another process is evaluating run ${runId} into ${folder}. Wait for it (where it was stopped, continue or end it), or choose another --run or --out.`;

/**
 * Takes a run's folder for this process until `release`. Throws EnvironmentFault where another live process has it:
 * two writers would mix their results.
 */
export const ownRun = async (folder: string, runId: string): Promise<OwnedRun> => {
  const open = () => JournalFile.open(path.join(folder, journalName));
  const { value: file, release } = await holdLock(path.join(folder, lockName), open, inUse(folder, runId));
  return {
    earlier: file.earlier,
    journal: (event) => file.append(event),
    release: async () => {
      await file.close();
      await release();
    },
  };
};
