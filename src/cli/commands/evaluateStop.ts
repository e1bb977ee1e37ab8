import { RunStopped } from '../../core/run/agent/attempt';
import { say } from '../say';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** The terminal that a run may lose; a test puts its own here. */
export interface Terminal {
  isThere(): boolean;
  /** Ends the process once all is done. */
  lost(): void;
}

const usualTerminal: Terminal = {
  // Node takes `nohup`'s word back; what has no terminal to lose goes on when one is closed.
  isThere: () => process.stdout.isTTY === true || process.stderr.isTTY === true,
  // By the signal itself, as others do: at an ordinary exit Node aborts over the terminal that is gone.
  lost: () => void process.kill(process.pid, 'SIGHUP'),
};

/**
 * Runs a work that a person can stop: the first Ctrl+C ends it cleanly, its running jobs too, and says so; the second
 * ends the process at once, and what was left is taken up or removed by the next start. A terminal that is closed ends
 * it cleanly too, unless its output goes elsewhere. `tell` writes a line.
 */
export const stoppable = async (
  work: (signal: AbortSignal) => Promise<void>,
  tell: (text: string) => void = say,
  terminal: Terminal = usualTerminal,
): Promise<void> => {
  const stop = new AbortController();
  let closed = false;
  const hungUp = (): void => {
    if (!terminal.isThere()) return;
    closed = true;
    if (!stop.signal.aborted) interrupted();
  };
  const interrupted = (): void => {
    if (stop.signal.aborted) {
      tell('Stopped at once. The same command goes on from here, with what still runs.');
      process.exit(3);
    }
    tell('Stopping: nothing new is started, and running jobs are ended. Once more stops at once.');
    stop.abort(new RunStopped('Stopped. What was done is kept; the same --out goes on.'));
  };
  for (const name of signals) process.on(name, interrupted);
  process.on('SIGHUP', hungUp);
  try {
    await work(stop.signal);
  } finally {
    for (const name of signals) process.removeListener(name, interrupted);
    process.removeListener('SIGHUP', hungUp);
    if (closed) terminal.lost();
  }
};
