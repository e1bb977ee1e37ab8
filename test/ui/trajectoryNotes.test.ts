import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();

const assistant = (thought: string, command: string) => ({
  role: 'assistant',
  content: `${thought}\n\n\`\`\`bash\n${command}\n\`\`\``,
});
const output = (text: string) => ({
  role: 'user',
  content: `<returncode>0</returncode>\n<output>\n${text}\n</output>`,
});
const long = Array.from({ length: 400 }, (_, at) => `row ${at}${at === 200 ? ' 3599600' : ''}`).join('\n');

const run = {
  info: { exit_status: 'Submitted', submission: 'diff --git a/a.py b/a.py\n' },
  messages: [
    { role: 'system', content: 'You are an agent.' },
    assistant('Look around', 'ls -la'),
    output(long),
    assistant('Edit it', "sed -i 's/a/b/' a.py"),
    output('3599600'),
  ],
  trajectory_format: 'mini-swe-agent-1',
};

let folder = '';
const prepare = (made: string): void => {
  folder = made;
  fs.writeFileSync(path.join(made, 'one.traj.json'), JSON.stringify(run, null, 2));
  fs.writeFileSync(path.join(made, 'a.py'), 'a = 1\n');
};

describe.skipIf(missing !== null)('finding and noting in a trajectory in VS Code', () => {
  const workbench = useWorkbench(prepare, { size: { width: 1600, height: 900 } });
  const steps = () => workbench().webview('[role=listbox][aria-label="Steps"] [role=option] svg');
  const chosen = async () => {
    const frame = await steps();
    return frame.locator('[role=option][aria-selected=true]').getAttribute('aria-label');
  };
  const open = async (name: string) => {
    await workbench().page.keyboard.press('Control+P');
    await workbench().quickInput().waitFor({ state: 'visible' });
    await workbench().quickInput().fill(name);
    await workbench().pick(name);
  };

  const kept = (): string => {
    const notes = path.join(folder, '.touchstone', 'notes');
    const names = fs.existsSync(notes) ? fs.readdirSync(notes) : [];
    return names.map((name) => fs.readFileSync(path.join(notes, name), 'utf8')).join('');
  };

  it('finds in folded text, and goes on by F3', async () => {
    await open('one.traj.json');
    const page = await steps();
    await expect.poll(() => page.evaluate(() => document.hasFocus()), patience).toBe(true);
    await workbench().page.keyboard.press('/');
    await page.locator('.find input').waitFor();
    await workbench().page.keyboard.type('3599600');
    await expect.poll(() => page.locator('.find .found').textContent(), patience).toBe('1 of 2');
    await expect.poll(() => page.locator('mark.now').textContent(), patience).toBe('3599600');
    expect(await chosen()).toContain('ls -la');
    await workbench().page.keyboard.press('F3');
    await expect.poll(() => page.locator('.find .found').textContent(), patience).toBe('2 of 2');
    await expect.poll(chosen, patience).toContain('sed -i');
    await expect.poll(() => page.locator('mark.now').textContent(), patience).toBe('3599600');
    await workbench().screenshot('trajectory find');
    await workbench().page.keyboard.press('Escape');
    await page.locator('.find').waitFor({ state: 'detached' });
  });

  it('notes on a step in its document; the note stands in a file beside the verdicts', async () => {
    const page = await steps();
    await page.locator('[role=listbox]').focus();
    // The keys are bound a moment after the page has the keyboard again.
    const opens = async () => {
      await workbench().page.keyboard.press('c');
      const tab = workbench().tab('step-3.txt').waitFor({ timeout: 3000 });
      return tab.then(
        () => true,
        () => false,
      );
    };
    await expect.poll(opens, { timeout: 20_000, interval: 100 }).toBe(true);
    const box = workbench().page.locator('.comment-form .monaco-editor, .review-widget .monaco-editor').first();
    await box.waitFor();
    await box.click();
    await workbench().page.keyboard.type('The wrong file');
    await workbench()
      .page.locator('.review-widget a.monaco-button, .review-widget .monaco-text-button')
      .first()
      .click();
    await expect.poll(kept, patience).toContain('The wrong file');
    const filters = async () => (await steps()).locator('.steps').textContent();
    await expect.poll(filters, patience).toContain('Notes 1');
    await workbench().screenshot('trajectory note');
  });

  const note = () => workbench().page.locator('.review-widget .review-comment').first();
  /** VS Code closes what was resolved; the list opens it again. */
  const act = async (name: string) => {
    const action = workbench().page.locator(`.review-widget .action-label[aria-label="${name}"]`).first();
    const tries = async () => {
      if ((await note().count()) === 0) await listed().first().click();
      await note().hover({ timeout: 2000 });
      await action.click({ timeout: 2000 });
      return true;
    };
    await expect.poll(() => tries().catch(() => false), { ...patience, message: name }).toBe(true);
  };
  const listed = () => workbench().page.locator('.comments-panel .monaco-list-row', { hasText: 'The wrong' });

  it('is edited where it stands in Comments, resolved, opened again and deleted', async () => {
    await act('Edit Note');
    const editor = workbench().page.locator('.review-widget .edit-container .monaco-editor').first();
    await editor.click();
    await workbench().page.keyboard.press('Control+A');
    await workbench().page.keyboard.type('The wrong branch');
    await workbench().page.locator('.review-widget .monaco-text-button', { hasText: 'Save Note' }).first().click();
    await expect.poll(kept, patience).toContain('"The wrong branch"');
    await listed().filter({ hasText: 'The wrong branch' }).first().waitFor();
    expect(await note().getAttribute('aria-label')).toContain('The wrong branch');
    await act('Resolve Note');
    await expect.poll(kept, patience).toContain('"resolve"');
    await act('Reopen Note');
    await expect.poll(kept, patience).toContain('"reopen"');
    await act('Delete Note');
    await expect.poll(kept, patience).toContain('"delete"');
    await expect.poll(() => listed().count(), patience).toBe(0);
    const filters = async () => (await steps()).locator('.steps').textContent();
    await expect.poll(filters, patience).not.toContain('Notes');
  });
});
