import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();

const message = (command: string) => [
  { role: 'assistant', content: `Do it\n\n\`\`\`bash\n${command}\n\`\`\`` },
  { role: 'user', content: '<returncode>0</returncode>\n<output>\n</output>' },
];
const run = (...commands: readonly string[]): string =>
  JSON.stringify({
    info: { exit_status: 'Submitted', submission: 'diff --git a/a b/a\n', mini_version: '1.17.0' },
    messages: [
      { role: 'system', content: 'You are an agent.' },
      { role: 'user', content: 'Fix it.' },
      ...commands.flatMap(message),
    ],
    trajectory_format: 'mini-swe-agent-1',
  });

/** A line of `codex exec --json`. */
const item = (number: number): string =>
  `${JSON.stringify({
    type: 'item.completed',
    item: {
      id: `item_${number}`,
      type: 'command_execution',
      command: `echo ${number}`,
      aggregated_output: '',
      exit_code: 0,
      status: 'completed',
    },
  })}\n`;

let root = '';
const prepare = (folder: string): void => {
  root = folder;
  fs.mkdirSync(path.join(folder, 'several'));
  fs.writeFileSync(path.join(folder, 'several', 'a.traj.json'), run('ls one'));
  fs.writeFileSync(path.join(folder, 'several', 'b.traj.json'), run('ls two', 'cat two'));
  const started = '{"type":"thread.started","thread_id":"t1"}\n{"type":"turn.started"}\n';
  fs.writeFileSync(path.join(folder, 'live.jsonl'), started + item(1) + item(2));
};

describe.skipIf(missing !== null)('ways to a trajectory in VS Code', () => {
  const workbench = useWorkbench(prepare, { size: { width: 1600, height: 900 } });
  const steps = () => workbench().webview('[role=listbox][aria-label="Steps"] [role=option] svg');
  const openAs = async (row: string) => {
    const { page } = workbench();
    await workbench().command('File: Focus on Files Explorer');
    const item = page.locator('.explorer-folders-view .monaco-list-row', { hasText: row }).first();
    await item.click({ button: 'right' });
    const entry = page.locator('.context-view .action-item', { hasText: 'Open as Trajectory' });
    // The menu takes no click in its first moment.
    await page.waitForTimeout(500);
    await entry.hover();
    await page.keyboard.press('Enter');
    await entry.waitFor({ state: 'hidden' });
  };
  const chosen = async () => (await steps()).locator('[role=option][aria-selected=true]').getAttribute('aria-label');

  it('opens a folder from the explorer, and another of its trajectories by a list', async () => {
    await openAs('several');
    const page = await steps();
    await page.getByRole('button', { name: 'Trajectory 1 of 2' }).click();
    await workbench().quickInput().fill('b.traj.json');
    await workbench().pick('b.traj.json');
    await page.getByRole('button', { name: 'Trajectory 2 of 2' }).waitFor();
    await page.locator('[role=option]', { hasText: 'cat two' }).waitFor();
  });

  it('keeps a bookmark over a reload, at its step', async () => {
    const page = await steps();
    await page.locator('[role=option]', { hasText: 'cat two' }).click();
    await workbench().page.keyboard.press('m');
    await page.locator('[aria-selected=true] .mark').waitFor();
    await workbench().screenshot('trajectory of a folder');
    await workbench().reloadWindow();
    await expect.poll(chosen, { timeout: 30_000, interval: 500 }).toContain('cat two, bookmark');
  });

  it('follows a file while it is written, from its last step on', async () => {
    await openAs('live.jsonl');
    await expect.poll(chosen, patience).toContain('echo 1');
    await workbench().page.keyboard.press('Shift+G');
    await expect.poll(chosen, patience).toContain('echo 2');
    fs.appendFileSync(path.join(root, 'live.jsonl'), item(3));
    await expect.poll(chosen, patience).toContain('echo 3');
    await (await steps()).getByRole('button', { name: 'Following' }).waitFor();
  });

  it('. stops following, and goes to the last step again', async () => {
    await workbench().page.keyboard.press('.');
    await (await steps()).getByRole('button', { name: 'Follow', exact: true }).waitFor();
    fs.appendFileSync(path.join(root, 'live.jsonl'), item(4));
    await (await steps()).locator('[role=option]', { hasText: 'echo 4' }).waitFor();
    expect(await chosen()).toContain('echo 3');
    await workbench().page.keyboard.press('.');
    await expect.poll(chosen, patience).toContain('echo 4');
  });
});
