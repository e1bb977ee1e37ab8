import { describe, expect, it } from 'vitest';
import { stoppable } from '../../../../src/cli/commands/evaluateStop';

const silent = (): void => undefined;

/** What a run does when the terminal is closed. */
const whenHungUp = async (terminal: boolean): Promise<{ readonly stopped: boolean; readonly ended: boolean }> => {
  let stopped = false;
  let ended = false;
  const work = async (signal: AbortSignal): Promise<void> => {
    process.emit('SIGHUP');
    process.emit('SIGHUP');
    stopped = signal.aborted;
  };
  const lost = (): void => {
    ended = true;
  };
  await stoppable(work, silent, { isThere: () => terminal, lost });
  return { stopped, ended };
};

describe('A run whose terminal is closed', () => {
  it('stops cleanly, however often it is told', async () => {
    expect(await whenHungUp(true)).toEqual({ stopped: true, ended: true });
  });

  it('goes on where its output goes elsewhere, as under nohup', async () => {
    expect(await whenHungUp(false)).toEqual({ stopped: false, ended: false });
    expect(process.listenerCount('SIGHUP')).toBe(0);
  });
});
