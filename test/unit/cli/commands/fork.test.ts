import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';

const file = resolve('samples/quickstart/runs/kestrel-1/trajectories/touchstone-samples__spandrel-14.traj.json');

describe('touchstone fork', () => {
  it('prints a reply as it can be edited, and runs nothing', async () => {
    const { code, out } = await commandLine('fork', file, '--at', '7', '--show-reply');
    expect(code).toBe(0);
    expect(out).toContain('Good, 1m. Run the tests.\n\n```mswea_bash_command\nnode --test');
  });

  it('wrong usage ends with 2 and says what is missing', async () => {
    expect(await commandLine('fork', file)).toMatchObject({ code: 2, err: expect.stringContaining('--at <step>') });
    const both = await commandLine('fork', file, '--at', '4', '--hint', 'x', '--reply', 'y');
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--hint or --reply, not both') });
  });

  it('what can not be run ends with 1 before anything begins, and says how to go on', async () => {
    const fork = (...options: readonly string[]) => commandLine('fork', file, ...options);
    const scripted = ['--model', 'scripted:none.yaml'];
    expect((await fork('--at', '4')).err).toContain('--model: which model goes on?');
    expect((await fork('--at', '99', ...scripted)).err).toContain('there is no step 99; it has 8');
    expect((await fork('--at', '4', '--agent', 'patch', ...scripted)).err).toContain('mini, swe-compass, quick');
    expect((await fork('--at', '4', '--reply', 'no-such-file', ...scripted)).err).toContain('--reply: ');
  });
});
