import { open } from 'node:fs/promises';
import path from 'node:path';
import type { JournalEvent, OwnedRun } from '../../core/evaluation/record';
import { EnvironmentFault } from '../../core/shared/problem';
import { withLock } from '../git/lock';

/** How long another owner is waited for: it may be about to end. */
const patienceMs = 2_000;

const openJournal = async (folder: string) => {
  const file = await open(path.join(folder, 'journal.jsonl'), 'a');
  return {
    /** One line, on disk before the next step begins. */
    journal: async (event: JournalEvent): Promise<void> => {
      await file.appendFile(`${JSON.stringify(event)}\n`);
      await file.sync();
    },
    close: () => file.close(),
  };
};

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
      const { journal, close } = await openJournal(folder);
      resolve({
        earlier: [],
        journal,
        release: async () => {
          await close();
          release();
          await held.catch(() => undefined);
        },
      });
      await released;
    };
    const held = withLock(path.join(folder, 'journal.lock'), work, patience.signal);
    held.catch((error: unknown) => {
      clearTimeout(timer);
      reject(patience.signal.aborted ? inUse(folder, runId) : error);
    });
  });

const inUse = (folder: string, runId: string): EnvironmentFault =>
  new EnvironmentFault(
    'disk',
    `Another process is evaluating run ${runId} into ${folder}. Wait for it, or choose another --run or --out.`,
  );
