import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const killQuietly = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};

const carries = async (pid: string, marker: string): Promise<boolean> => {
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return environment.includes(marker);
};

/** Processes whose environment carries the job's marker; empty where there is no /proc. */
const findMarked = async (job: string): Promise<number[]> => {
  const entries = await readdir('/proc').catch(() => [] as string[]);
  const pids = entries.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const marked = await Promise.all(
    pids.map(async (pid) => ((await carries(pid, `TOUCHSTONE_JOB=${job}\0`)) ? Number(pid) : null)),
  );
  return marked.filter((pid) => pid !== null);
};

/** Ends everything that carries the job's marker, until nothing is found. */
export const killMarked = async (job: string): Promise<void> => {
  for (let round = 0; round < 20; round++) {
    const found = await findMarked(job);
    if (found.length === 0) return;
    for (const pid of found) killQuietly(pid);
    await pause(25);
  }
};

/**
 * Ends a local job's processes: its group, then everything that carries its marker. What left the group and emptied its
 * environment can't be told from other programs and is not found; without /proc (macOS) that holds for all that left
 * the group.
 */
export const killTree = async (groupLeader: number, job: string): Promise<void> => {
  killQuietly(-groupLeader);
  await killMarked(job);
};
