import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faintText } from './contrast';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();

const assistant = (thought: string, command: string) => ({
  role: 'assistant',
  content: `${thought}\n\n\`\`\`bash\n${command}\n\`\`\``,
});
const output = (code: number, text: string) => ({
  role: 'user',
  content: `<returncode>${code}</returncode>\n<output>\n${text}\n</output>`,
});

/** A run in the manner of mini-swe-agent 1: looks, fails once, edits, tests, submits. */
const run = {
  info: {
    exit_status: 'Submitted',
    submission: 'diff --git a/a.py b/a.py\n',
    model_stats: { instance_cost: 0.0125, api_calls: 6 },
    mini_version: '1.17.0',
  },
  messages: [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'Fix <b>this</b>.' },
    assistant('Look around <img src=x onerror="alert(1)">', 'ls -la'),
    output(0, 'a.py'),
    assistant('A wrong turn', 'cat missing.py'),
    output(1, '\u001b[31mcat: missing.py: No such file\u001b[0m'),
    assistant('Edit it', "sed -i 's/a/b/' a.py"),
    output(0, ''),
    assistant('Test it', 'pytest -q'),
    output(0, '3 passed'),
  ],
  trajectory_format: 'mini-swe-agent-1',
};

const prepare = (folder: string): void => {
  fs.writeFileSync(path.join(folder, 'one.traj.json'), JSON.stringify(run, null, 2));
  fs.writeFileSync(
    path.join(folder, 'plain.json'),
    JSON.stringify({ ...run, info: { exit_status: 'LimitsExceeded' } }),
  );
  fs.writeFileSync(path.join(folder, 'none.json'), '{"a": 1}');
};

describe.skipIf(missing !== null)('a trajectory in VS Code', () => {
  const workbench = useWorkbench(prepare, {
    size: { width: 1600, height: 900 },
    settings: { 'workbench.colorTheme': 'Dark 2026' },
  });
  const steps = () => workbench().webview('[role=listbox][aria-label="Steps"] [role=option] svg');
  const open = async (name: string) => {
    await workbench().page.keyboard.press('Control+P');
    await workbench().quickInput().waitFor({ state: 'visible' });
    await workbench().quickInput().fill(name);
    await workbench().pick(name);
  };
  const chosen = async () => {
    const frame = await steps();
    return frame.locator('[role=option][aria-selected=true]').getAttribute('aria-label');
  };

  it('opens a file of that name at once, with status, steps and cost', async () => {
    await open('one.traj.json');
    const page = await steps();
    const facts = await page.locator('.facts').textContent();
    expect(facts).toContain('Status submitted');
    expect(facts).toContain('≥ $0.0125 incomplete');
    expect(facts).toContain('4 visible of 6 API calls');
  });

  it('is walked by letters, which VS Code binds to the page', async () => {
    const page = await steps();
    await expect.poll(() => page.evaluate(() => document.hasFocus()), patience).toBe(true);
    await workbench().page.keyboard.press('n');
    await expect.poll(chosen, patience).toContain('cat missing.py');
    await page.locator('.detail').getByText('A wrong turn').waitFor();
    expect(await page.locator('.detail .block .a-1').textContent()).toBe('cat: missing.py: No such file');
    await workbench().page.keyboard.press('e');
    await expect.poll(chosen, patience).toContain('sed -i');
    await workbench().page.keyboard.press('t');
    await expect.poll(chosen, patience).toContain('pytest');
  });

  it('shows markup of a run as text, and its raw bytes', async () => {
    const page = await steps();
    await workbench().page.keyboard.press('g');
    await workbench().page.keyboard.press('n');
    await workbench().page.keyboard.press('k');
    await page.locator('.detail').getByText('Look around <img src=x').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await workbench().page.keyboard.press('w');
    await expect.poll(() => page.locator('.detail').textContent(), patience).toContain('one.traj.json · bytes');
    await page.locator('.detail').getByText('ls -la').first().waitFor();
    await workbench().page.keyboard.press('w');
  });

  it('is readable in dark, light and high contrast', async () => {
    for (const theme of ['Dark 2026', 'Light 2026', 'Dark High Contrast', 'Light High Contrast']) {
      await workbench().command('Preferences: Color Theme');
      await workbench().quickInput().fill(theme);
      await workbench().pick(theme);
      await workbench().page.waitForTimeout(500);
      expect(await faintText(await steps(), '--vscode-editor-background'), theme).toEqual([]);
      await workbench().screenshot(`trajectory ${theme}`);
    }
  });

  it('is at its step again after the window was loaded anew', async () => {
    const before = await chosen();
    await workbench().reloadWindow();
    await expect.poll(chosen, { timeout: 30_000, interval: 500 }).toBe(before);
  });

  it('opens any file by the command, and says why one is none', async () => {
    await open('plain.json');
    await workbench().tab('plain.json').waitFor();
    await workbench().command('Touchstone: Open as Trajectory');
    await workbench().webview('.facts:has-text("LimitsExceeded")');
    await open('none.json');
    await workbench().tab('none.json').waitFor();
    await workbench().command('Touchstone: Open as Trajectory');
    const page = await workbench().webview('.message button');
    expect(await page.locator('.message').textContent()).toContain('none.json');
  });
});
