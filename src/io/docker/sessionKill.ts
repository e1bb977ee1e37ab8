import { setTimeout as pause } from 'node:timers/promises';
import type Docker from 'dockerode';
import { runAsRoot } from './sessionExec';

const requestMs = 20_000;
const graceMs = 2_000;

/** The keeper's own children: what it sleeps with, and how it looks at the clock. */
const keepersOwn = /^(sleep|date|sh)\b/;

/** Processes but the keeper and its own; null where the engine can't say. */
const survivors = async (container: Docker.Container): Promise<number | null> => {
  try {
    const { State } = await container.inspect({ abortSignal: AbortSignal.timeout(requestMs) });
    if (!State.Running) return 0;
    const keeper = String(State.Pid);
    const { Titles, Processes } = await container.top({ ps_args: '-eo pid,ppid,comm' });
    const [pid, ppid, comm] = ['PID', 'PPID', 'COMMAND'].map((title) => Titles.indexOf(title));
    const rows: readonly string[][] = Processes;
    const others = rows.filter((row) => row[pid ?? 0] !== keeper);
    const own = others.filter((row) => row[ppid ?? 1] === keeper && keepersOwn.test(row[comm ?? 2] ?? ''));
    return others.length - Math.min(1, own.length);
  } catch {
    return null;
  }
};

/** Whether all are gone within a second; a process that is killed takes a moment, and the keeper to bury it. */
const allGone = async (container: Docker.Container): Promise<boolean> => {
  for (let look = 0; look < 20; look++) {
    const left = await survivors(container);
    if (left === null) return false;
    if (left === 0) return true;
    await pause(50);
  }
  return false;
};

/** To all but the first process and the sender. What bears children faster than it dies is made to stand still first. */
const signals = { end: 'kill -TERM -1', kill: 'kill -STOP -1; kill -KILL -1' };

const signalAll = async (container: Docker.Container, kind: keyof typeof signals): Promise<void> => {
  await runAsRoot(container, ['sh', '-c', signals[kind]], requestMs).catch(() => undefined);
};

/** Asks every process to end, and gives them up to two seconds until `ended` says so. */
export const askToEnd = async (container: Docker.Container, ended: () => Promise<boolean>): Promise<void> => {
  await signalAll(container, 'end');
  const until = performance.now() + graceMs;
  while (performance.now() < until && !(await ended())) await pause(100);
};

/**
 * Ends every process of a session but its keeper: a signal to all from inside, which no session, group or emptied
 * environment escapes; looked at from outside; and where something is left, the container is killed and started again
 * (its files stay). Gives what was done, in words. Throws the engine's error where that fails too.
 */
export const killEverything = async (container: Docker.Container): Promise<string> => {
  for (let attempt = 1; attempt <= 3; attempt++) {
    await signalAll(container, 'kill');
    if (await allGone(container)) return 'every process was ended';
  }
  await container.kill({ abortSignal: AbortSignal.timeout(requestMs) }).catch(() => undefined);
  await container.start({ abortSignal: AbortSignal.timeout(requestMs) });
  return 'the sandbox was stopped and started again, as processes were left';
};
