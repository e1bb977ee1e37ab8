import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputText, modelInput } from '../../../../src/app/trajectory/modelInput';
import { type OpenedTrajectory, openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeAll(() => {
  folder = tempFolder();
});
afterAll(() => folder.remove());

const open = (name: string, text: string): Promise<OpenedTrajectory> => {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return openTrajectory(openTrajectoryFiles, path);
};

const inputOf = async (opened: OpenedTrajectory, preview: string, count = 100, before?: number) => {
  const entry = opened.entries.find((one) => one.preview === preview);
  if (!entry) throw new Error(`No step ${preview}: ${opened.entries.map((one) => one.preview).join(' | ')}`);
  return { entry, input: await modelInput(opened, entry, count, before) };
};

const reply = (text: string) => ({ role: 'assistant', content: `Go.\n\n\`\`\`bash\n${text}\n\`\`\`` });
const user = (content: string) => ({ role: 'user', content });
const mini = JSON.stringify({
  trajectory_format: 'mini-swe-agent-1',
  info: { exit_status: 'Submitted', submission: '' },
  messages: [
    { role: 'system', content: 'You help.' },
    user('Mend it.'),
    reply('ls'),
    user('<returncode>0</returncode>\n<output>\na.py\n</output>'),
    user('Please always provide EXACTLY ONE action'),
    reply('cat a.py'),
    user('<returncode>0</returncode>\n<output>\nfirst 5000\n<elided/>\nlast 5000\n</output>'),
    reply('pytest'),
    user('<returncode>0</returncode>\n<output>\n</output>'),
  ],
});

describe('what the model was given for a step', () => {
  it('is the conversation up to its reply, where the file keeps messages', async () => {
    const { input } = await inputOf(await open('a.traj.json', mini), 'pytest');
    expect(input.source).toBe('messages');
    expect(input.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'user',
      'assistant',
      'user',
    ]);
    expect(input.messages.at(-1)?.text).toContain('<elided/>');
    expect(input.left).toBe(0);
  });

  it('comes in pieces from its end, and each text in full', async () => {
    const opened = await open('b.traj.json', mini);
    const { entry, input } = await inputOf(opened, 'pytest', 1);
    expect(input.messages.length).toBeLessThan(4);
    expect(input.left).toBeGreaterThan(0);
    const first = input.messages[0];
    const earlier = await modelInput(opened, entry, 100, first?.step);
    expect(earlier.left).toBe(0);
    expect(earlier.messages[0]?.text).toBe('You help.');
    expect(await inputText(opened, entry, earlier.messages[0]?.step ?? 0, 0)).toBe('You help.');
    expect(await inputText(opened, entry, 9999, 0)).toBeNull();
  });

  it("is the file's own record of it, where there is one", async () => {
    const query = [
      { role: 'system', content: 'S' },
      { role: 'user', content: [{ type: 'text', text: 'cut for the model' }] },
    ];
    const step = (action: string) => ({ action, observation: '', response: 'r', thought: 't', state: {}, query });
    const text = JSON.stringify({ trajectory: [step('ls'), step('cat b')], history: [], info: {}, environment: 'e' });
    const { input } = await inputOf(await open('c.traj', text), 'cat b');
    expect(input.source).toBe('exact');
    expect(input.messages.map((one) => one.text)).toEqual(['S', 'cut for the model']);
  });

  it('is told again from the earlier steps, where the file keeps neither', async () => {
    const step = (action: string) => ({
      action,
      observation: `out of ${action}`,
      response: 'r',
      thought: 't',
      state: '{}',
    });
    const text = JSON.stringify({ trajectory: [step('ls'), step('cat b')], history: [], info: {}, environment: 'e' });
    const { input } = await inputOf(await open('d.traj', text), 'cat b');
    expect(input.source).toBe('told');
    expect(input.messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
    expect(input.messages[1]?.text).toBe('out of ls');
  });

  it('begins with what the agent was told before its first step, where its steps do not say that', async () => {
    const took = (action: string) => ({ action, observation: 'seen', response: '', thought: 'Go', state: '{}' });
    const file = {
      environment: 'swe_main',
      trajectory: [took('ls'), took('pwd'), took('submit')],
      history: [
        { role: 'system', content: 'SETTING', agent: 'primary' },
        { role: 'user', content: `ISSUE ${'x'.repeat(70_000)}`, agent: 'primary' },
        { role: 'assistant', content: 'Go', thought: 'Go', action: 'ls', agent: 'primary' },
        { role: 'user', content: 'seen', agent: 'primary' },
      ],
      info: { exit_status: 'submitted', submission: 'diff' },
    };
    const opened = await open('swe.traj', JSON.stringify(file));
    const { entry, input } = await inputOf(opened, 'pwd');
    expect(input.source).toBe('told');
    expect(input.messages.map(({ role, step }) => [role, step])).toEqual([
      ['system', 0],
      ['user', 0],
      ['assistant', 1],
      ['tool', 1],
    ]);
    expect((await inputText(opened, entry, 0, 1))?.length).toBe(70_006);
    expect(await inputText(opened, entry, 0, 7)).toBeNull();
    const later = await inputOf(opened, 'submit', 1);
    expect(later.input.messages.map(({ step }) => step)).toEqual([2, 2]);
    expect(later.input.left).toBe(1);
  });
});
