import { expect, it } from 'vitest';
import { factsOf } from '../../../../webview/trajectory/facts';
import { miniDocument, openMini } from '../../../fakes/miniTrajectory';

interface MiniFile {
  readonly messages: readonly object[];
  readonly info: object;
}

const statusOf = async (exitStatus: string, format?: string) => {
  const { messages, info, ...rest } = miniDocument([{ command: 'ls', output: '' }], '') as MiniFile;
  const begun = exitStatus === '' ? messages.slice(0, -1) : messages;
  const { head, entries } = await openMini({ ...rest, messages: begun, info: { ...info, exit_status: exitStatus } });
  const shown = { ...head, ...(format === undefined ? {} : { format }) };
  const shape = { version: 1, head: shown, steps: entries.length, settled: 0, state: 'whole', several: [] } as const;
  return factsOf(shape, null)[0]?.value;
};

it('a run that goes on has no end yet; where a format never says how it ended, that is not recorded', async () => {
  expect(await statusOf('')).toBe('no end yet');
  expect(await statusOf('Submitted')).toBe('submitted empty');
  expect(await statusOf('', 'chat-messages')).toBe('not recorded');
});
