import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();

const step = (command: string, code: number, output: string) => [
  { role: 'assistant', content: `Do it\n\n\`\`\`bash\n${command}\n\`\`\`` },
  { role: 'user', content: `<returncode>${code}</returncode>\n<output>\n${output}\n</output>` },
];

/** Steps 3 to 40: a failure at 4 and 7, an edit at 5, a test run at 6. */
const run = {
  info: { exit_status: 'Submitted', submission: 'diff --git a/a.py b/a.py\n', mini_version: '1.17.0' },
  messages: [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'Fix it.' },
    ...step('ls -la', 0, 'a.py'),
    ...step('cat missing.py', 1, 'cat: missing.py: No such file'),
    ...step("sed -i 's/a/b/' a.py", 0, 'needle'),
    ...step('pytest -q', 0, '3 passed'),
    ...step('cat gone.py', 1, 'needle'),
    ...Array.from({ length: 33 }, (_, at) => step(`echo ${at}`, 0, String(at))).flat(),
  ],
  trajectory_format: 'mini-swe-agent-1',
};

const prepare = async (folder: string): Promise<void> => {
  await evaluatedStudy(folder);
  fs.writeFileSync(path.join(folder, 'keys.traj.json'), JSON.stringify(run, null, 2));
};

describe.skipIf(missing !== null)('every key of a trajectory in VS Code', () => {
  const workbench = useWorkbench(prepare, { size: { width: 1600, height: 1000 } });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await workbench().page.keyboard.press(key);
  };
  const page = () => workbench().webview('[role=listbox][aria-label="Steps"] [role=option] svg');
  const open = async (name: string, below = '') => {
    await press('Control+P');
    await workbench().quickInput().waitFor({ state: 'visible' });
    await workbench().quickInput().fill(`${below}${name}`);
    await workbench().pick(name);
    const frame = await page();
    await expect.poll(() => frame.evaluate(() => document.hasFocus()), patience).toBe(true);
    // The editor hears of the page's focus by a message, and a letter before it is no key of ours yet.
    await frame.waitForTimeout(500);
  };
  const backTo = async (name: string) => {
    await workbench().tab(name).click();
    const frame = await page();
    await frame.locator('[role=listbox][aria-label="Steps"]').focus();
    await frame.waitForTimeout(500);
  };
  const chosen = async (): Promise<number> => {
    const label = await (await page()).locator('[role=option][aria-selected=true]').getAttribute('aria-label');
    return Number(/^step (\d+)/.exec(label ?? '')?.[1]);
  };
  const leadsTo = async (key: string, idx: number) => {
    await press(key);
    await expect.poll(chosen, { ...patience, message: key }).toBe(idx);
  };
  const active = async () => (await page()).evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const detail = async () => (await page()).locator('.detail');
  const said = async () => (await page()).locator('p[role=status]').textContent();

  it('J K, turns, N P, E, T, G and the keys of every list lead to their steps', async () => {
    await open('keys.traj.json');
    for (const [key, idx] of [
      ['j', 2],
      ['k', 1],
      ['Shift+J', 3],
      ['n', 4],
      ['n', 7],
      ['p', 4],
      ['e', 5],
      ['t', 6],
      ['Shift+K', 3],
      ['Shift+G', 40],
      ['g', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['End', 40],
      ['Home', 1],
    ] as const)
      await leadsTo(key, idx);
    await press('PageDown');
    await expect.poll(chosen, patience).toBeGreaterThan(5);
    await leadsTo('PageUp', 1);
    await press('Shift+G', 'n');
    await expect.poll(said, patience).toBe('No later step that failed');
  });

  it('F, Enter and Escape go between list and step; Space folds a section of it', async () => {
    await press('g', 'n');
    await expect.poll(chosen, patience).toBe(4);
    await press('f');
    await expect.poll(active, patience).toBe('Step 4');
    await press('f');
    await expect.poll(active, patience).toBe('Steps');
    await press('Enter');
    await expect.poll(active, patience).toBe('Step 4');
    const folded = async () => (await detail()).locator('details.part:not([open])').count();
    await press('Space');
    await expect.poll(folded, patience).toBe(1);
    await press('Space');
    await expect.poll(folded, patience).toBe(0);
    await press('Escape');
    await expect.poll(active, patience).toBe('Steps');
  });

  it('I and W show the input and the bytes, and the step again', async () => {
    const shown = async () => (await page()).locator('.ways [aria-pressed=true]').textContent();
    for (const [key, tab] of [
      ['i', 'Input'],
      ['i', 'Step'],
      ['w', 'Raw'],
      ['w', 'Step'],
    ] as const) {
      await press(key);
      await expect.poll(shown, patience).toBe(tab);
    }
  });

  it('M sets a bookmark and removes it', async () => {
    const marks = async () => (await page()).locator('[aria-selected=true] .mark').count();
    await press('m');
    await expect.poll(marks, patience).toBe(1);
    expect(await said()).toBe('Bookmark set at step 4');
    await press('m');
    await expect.poll(marks, patience).toBe(0);
  });

  it('/ and Ctrl+F find, F3 and Shift+F3 go on and back, Escape closes', async () => {
    const found = async () => (await page()).locator('.find .found').textContent();
    await press('/');
    await (await page()).locator('.find input:focus').waitFor();
    await workbench().page.keyboard.type('needle');
    await expect.poll(found, patience).toBe('1 of 2');
    await expect.poll(chosen, patience).toBe(5);
    await leadsTo('F3', 7);
    await leadsTo('Shift+F3', 5);
    await press('Escape');
    await (await page()).locator('.find').waitFor({ state: 'detached' });
    await press('Control+F');
    await (await page()).locator('.find input:focus').waitFor();
    await press('Escape');
    await expect.poll(active, patience).toBe('Steps');
  });

  it('Tab goes through everything that can be pressed, and each shows that it has the keyboard', async () => {
    const frame = await page();
    await frame.locator('.facts button').first().focus();
    const focused = () =>
      frame.evaluate(() => {
        const { tagName, className } = document.activeElement ?? document.body;
        const { outlineStyle } = getComputedStyle(document.activeElement ?? document.body);
        return { name: `${tagName} ${className}`, outlineStyle };
      });
    const all: Awaited<ReturnType<typeof focused>>[] = [];
    for (let tries = 0; tries < 60; tries++) {
      const one = await focused();
      if (one.name.startsWith('BODY')) break;
      all.push(one);
      await press('Tab');
    }
    expect(all.length).toBeGreaterThan(20);
    // The list shows it at its chosen row.
    expect(all.filter(({ name, outlineStyle }) => outlineStyle !== 'solid' && name !== 'DIV list')).toEqual([]);
    await frame.locator('[role=listbox][aria-label="Steps"]').focus();
  });

  it('? lists every key, Escape closes the list', async () => {
    await press('?');
    const dialog = (await page()).locator('dialog[open]');
    await dialog.getByText('next and previous step that failed').waitFor();
    await workbench().screenshot('trajectory keys');
    await press('Escape');
    await expect.poll(async () => (await page()).locator('dialog[open]').count(), patience).toBe(0);
    await expect.poll(active, patience).toBe('Steps');
  });

  it('O opens a file as it stood after the step, D the diff so far', async () => {
    const file = `${spandrel(21)}.traj.json`;
    await open(file, 'runs/kestrel-1/trajectories/');
    await leadsTo('e', 5);
    const title = workbench().page.locator('.breadcrumbs-control', { hasText: 'step 5' });
    await press('o');
    await workbench().tab('parse.js').waitFor();
    await title.first().waitFor();
    await workbench().page.locator('.view-line', { hasText: 'throw new ParseError(`unexpected' }).first().waitFor();
    await backTo(file);
    await leadsTo('k', 4);
    await press('o');
    await workbench().tab('errors.js').waitFor();
    await backTo(file);
    await leadsTo('j', 5);
    await press('d');
    await workbench().tab('step 5: Base ↔ Step (exact)').waitFor();
    await backTo(file);
  });

  it('Y copies a link, which leads to its step again', async () => {
    const { page: window } = workbench();
    await window.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press('y');
    await expect.poll(said, patience).toBe('Link to step 5 copied');
    await leadsTo('g', 1);
    await workbench().command('Touchstone: Open Link...');
    await press('Control+V');
    await expect.poll(() => workbench().quickInput().inputValue(), patience).toMatch(/spandrel-21.*step=5&/);
    await press('Enter');
    await expect.poll(chosen, patience).toBe(5);
  });

  it('C begins a note in the step document', async () => {
    await backTo(`${spandrel(21)}.traj.json`);
    await press('c');
    await workbench().tab('step-5.txt').waitFor();
    await workbench().page.locator('.review-widget .monaco-editor').first().waitFor();
  });
});
