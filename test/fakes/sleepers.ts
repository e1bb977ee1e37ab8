import { readdir, readFile } from 'node:fs/promises';

/** Processes of this machine that are a `sleep` of so many seconds (or that begin with these digits): number and words. */
export const sleepers = async (seconds: string): Promise<readonly (readonly [number, string])[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => [Number(pid), await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')] as const),
  );
  return found.filter(([, command]) => /^[^\0]*sleep\0/.test(command) && command.includes(seconds));
};
