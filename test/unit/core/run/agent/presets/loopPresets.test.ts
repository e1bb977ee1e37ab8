import { describe, expect, it } from 'vitest';
import { loopAgent } from '../../../../../../src/core/run/agent/loop/loopAgent';
import { loopPresets } from '../../../../../../src/core/run/agent/presets/loopPresets';
import { calling, gave, handIn, runLoop } from '../../../../../fakes/loopAttempt';

describe('the loops that ship', () => {
  it('are mini, swe-compass and quick; SWE-Compass has 150 turns of 600 seconds and no other limit', () => {
    expect(loopPresets.map(({ id }) => id)).toEqual(['mini', 'swe-compass', 'quick']);
    expect(loopPresets[1]).toMatchObject({
      limits: { steps: 150, costUsd: 0, wallSeconds: 0 },
      commandSeconds: 600,
    });
  });

  it.each(loopPresets)('$id tells the task, shows results and refusals, and how to hand in', async (config) => {
    const long = `${'é'.repeat(6000)}😀${'z'.repeat(6000)}`;
    const { messages } = await runLoop({
      config,
      replies: [{ content: 'no call' }, calling('long'), calling(handIn)],
      sandbox: { run: async (command) => gave(command === 'long' ? long : `${handIn.slice(5)}\np`) },
    });
    const [, task, refused, , shown] = messages.map(({ content }) => String(content));
    expect(task).toContain('<task>\nit\n</task>');
    expect(task).toContain(`${config.commandSeconds} seconds`);
    expect(task).toContain(handIn);
    expect(refused).toContain('No tool calls found');
    expect(shown).toContain('2001 characters left out');
    expect(shown).toContain(`<output_head>\n${'é'.repeat(5000)}\n</output_head>`);
    expect(loopAgent(config).settings).toMatchObject({ commandSeconds: config.commandSeconds, mode: 'tool' });
  });
});
