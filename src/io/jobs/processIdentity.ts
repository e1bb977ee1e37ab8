import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A process that can be told from a later one with the same number. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** When it began, as the kernel counts (clock ticks since boot); null where there is no /proc to say it. */
  readonly born: string | null;
}

/** Field 22 of /proc/<pid>/stat (proc(5)); the name before it may hold spaces and brackets. */
const bornOf = async (pid: number): Promise<string | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
};

let own: Promise<ProcessIdentity> | null = null;

export const thisProcess = (): Promise<ProcessIdentity> => {
  own ??= bornOf(process.pid).then((born) => ({ host: hostname(), pid: process.pid, born }));
  return own;
};

/** Whether a process of this machine has the number; another person's too. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** How a process of this machine stands to us; `gone` also where its number now belongs to another one. */
export const standingOf = async (known: ProcessIdentity): Promise<'this' | 'other' | 'gone'> => {
  if (!Number.isInteger(known.pid) || known.pid <= 0 || !isAlive(known.pid)) return 'gone';
  const born = await bornOf(known.pid);
  if (known.born !== null && born !== null && known.born !== born) return 'gone';
  return known.pid === process.pid ? 'this' : 'other';
};
