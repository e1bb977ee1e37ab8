import { describe, expect, it } from 'vitest';
import { stoppable } from '../../../../src/cli/commands/evaluateStop';

const silent = (): void => undefined;

/** Whether the work was told to stop when the terminal was closed. */
const stopsWhenHungUp = async (terminal: boolean): Promise<boolean> => {
  let stopped = false;
  const work = async (signal: AbortSignal): Promise<void> => {
    process.emit('SIGHUP');
    process.emit('SIGHUP');
    stopped = signal.aborted;
  };
  await stoppable(work, silent, () => terminal);
  return stopped;
};

describe('A run whose terminal is closed', () => {
  it('stops cleanly, however often it is told', async () => {
    expect(await stopsWhenHungUp(true)).toBe(true);
  });

  it('goes on where its output goes elsewhere, as under nohup', async () => {
    expect(await stopsWhenHungUp(false)).toBe(false);
    expect(process.listenerCount('SIGHUP')).toBe(0);
  });
});
