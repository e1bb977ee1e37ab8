import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

interface Standing {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
}

/** Fields 4 and 6 of /proc/<pid>/stat (proc(5)); the name before them may hold spaces and brackets. */
const standingOf = async (pid: string): Promise<Standing | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return null;
  const [, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid: Number(pid), parent: Number(parent), session: Number(session) };
};

const allStandings = async (): Promise<readonly Standing[]> => {
  const entries = await readdir('/proc').catch(() => [] as string[]);
  const read = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(standingOf));
  return read.filter((standing) => standing !== null);
};

/** The process that this one started first and that still runs; null where there is none, or no /proc. */
export const childOf = async (pid: number): Promise<number | null> =>
  (await allStandings()).find(({ parent }) => parent === pid)?.pid ?? null;

/** Ends all processes of the session that this one leads, whatever their groups, until none is found. */
export const killSessionOf = async (leader: number): Promise<void> => {
  for (let round = 0; round < 20; round++) {
    const members = (await allStandings()).filter(({ session }) => session === leader);
    if (members.length === 0) return;
    for (const { pid } of members) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await pause(25);
  }
};
