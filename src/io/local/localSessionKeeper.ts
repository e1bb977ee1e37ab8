import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { EnvironmentFault } from '../../core/shared/problem';
import { spawned } from './localSessionSpawn';

/**
 * Waits until the session's time is over or its owner is gone, which closes the pipe; says so by closing its own; then
 * ends all that carries the session's mark and removes its folder. It stays away where the owner says that it closed the
 * session itself. Without /proc (macOS) it only removes the folder.
 * Arguments: the session, seconds, the folder.
 */
const keeperScript = `read -r -t "$2" word
[ "$word" = closed ] && exit 0
exec >&-
for round in 1 2 3 4 5 6 7 8 9 10; do
  found=
  for file in /proc/[0-9]*/environ; do
    grep -qsazxF "TOUCHSTONE_JOB=$1" "$file" || continue
    found=yes pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}"
  done
  [ -n "$found" ] || break
done
rm -rf -- "$3"`;

/** A process that outlives its owner for as long as it takes to clear away after it. */
export interface Keeper {
  /** Resolves when the session is over, before anything is ended. */
  readonly gone: Promise<void>;
  /** The owner clears away itself. */
  dismiss(): void;
}

/** Throws EnvironmentFault where there is no bash. */
export const startKeeper = async (session: string, ttlMs: number, root: string): Promise<Keeper> => {
  const seconds = (Math.max(1, ttlMs) / 1000).toFixed(3);
  const child = spawn('bash', ['-c', keeperScript, 'keeper', session, seconds, root], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = new Promise<void>((resolve) => {
    child.stdout.once('close', () => resolve());
    child.stdout.on('error', () => undefined);
    child.stdout.resume();
  });
  child.stdin.on('error', () => undefined);
  try {
    await spawned(child);
  } catch (error) {
    throw new EnvironmentFault('engine', `A local sandbox needs bash, which can't be started: ${String(error)}`);
  }
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Socket).unref();
  return { gone, dismiss: () => void child.stdin.end('closed\n') };
};
