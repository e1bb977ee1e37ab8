import { EnvironmentFault } from '../../core/shared/problem';
import { say } from '../say';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a work that a person can stop: the first Ctrl+C ends it cleanly, its running jobs too, and says so; the second
 * ends the process at once, and what was left is taken up or removed by the next start. `tell` writes a line.
 */
export const stoppable = async (
  work: (signal: AbortSignal) => Promise<void>,
  tell: (text: string) => void = say,
): Promise<void> => {
  const stop = new AbortController();
  const interrupted = (): void => {
    if (stop.signal.aborted) {
      tell('Stopped at once. The same command goes on from here, with what still runs.');
      process.exit(3);
    }
    tell('Stopping: nothing new is started, and running jobs are ended. Once more stops at once.');
    stop.abort(new EnvironmentFault('engine', 'Stopped. What was done is kept; the same --out goes on.'));
  };
  for (const name of signals) process.on(name, interrupted);
  try {
    await work(stop.signal);
  } finally {
    for (const name of signals) process.removeListener(name, interrupted);
  }
};
