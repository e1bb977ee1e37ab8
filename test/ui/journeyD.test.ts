import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dockerAnswers } from '../container/engines';
import { evaluatedStudy } from '../fakes/evaluatedStudy';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { formOf, hereOf, patience } from './steps';
import { eventsIn } from './studyEvents';

const missing = whyNoWorkbench();

/** Journey D of the design: a developer steps through a failed trajectory of the sample. */
describe.skipIf(missing !== null)('a failed trajectory, step by step', () => {
  let study = '';
  const prepare = (folder: string) => {
    study = folder;
    return evaluatedStudy(folder);
  };
  const workbench = useWorkbench(prepare, {
    size: { width: 1600, height: 1000 },
    settings: { 'workbench.colorTheme': 'Dark 2026' },
  });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await workbench().page.keyboard.press(key);
  };
  const page = () => workbench().webview('[role=listbox][aria-label="Steps"] [role=option] svg');
  const chosen = async () => (await page()).locator('[role=option][aria-selected=true]').getAttribute('aria-label');
  const detail = async () => (await page()).locator('.detail');
  /** From the table, by the keyboard alone: the first row below the headings that is this run itself. */
  const openFailed = async (table: Frame): Promise<Frame> => {
    const here = () => table.locator('[role=row]:has(.entry.here)').textContent();
    await press('Enter');
    for (let row = 0; row < 5 && !/spandrel-14submitted/.test((await here()) ?? ''); row++) await press('ArrowDown');
    expect(await here()).toMatch(/kestrel-1.*spandrel-14submitted/);
    await press('Enter');
    const frame = await page();
    await expect.poll(() => frame.evaluate(() => document.hasFocus()), patience).toBe(true);
    // The editor hears of the page's focus by a message, and a letter before it is no key of ours yet.
    await frame.waitForTimeout(500);
    return frame;
  };

  let table: Frame;
  it('D1: lists the runs of the folder with status, steps, calls and cost; a filter leaves the failed ones', async () => {
    await workbench().showTouchstone();
    await workbench().rows('Study', '7 in 1 dataset').first().waitFor();
    await workbench().command('Touchstone: Trajectories');
    table = await workbench().webview('[role=grid][aria-label=Trajectories] [role=gridcell]');
    const status = () => table.locator('[role=status]').textContent();
    await expect.poll(status, patience).toMatch(/^16 trajectories · /);
    const row = (text: string) => table.locator('[role=row]', { hasText: text }).first();
    expect(await row('aborted').textContent()).toMatch(/^heron-2.*14.*aborted/);
    expect(await row('turn limit').textContent()).toMatch(/kestrel-1.*17.*33.*30/);
    await workbench().screenshot('journey D1 all');
    await expect.poll(() => table.evaluate(() => document.hasFocus()), patience).toBe(true);
    await table.waitForTimeout(500);
    await press('/');
    await table.locator('.field:focus').waitFor();
    await workbench().page.keyboard.type('outcome:unresolved');
    await expect.poll(status, patience).toMatch(/^\d of 16 trajectories/);
    expect(await row('kestrel-1').textContent()).toMatch(/unresolved/);
    await workbench().screenshot('journey D1');
  });

  it('D2: opens the run: its steps, a timeline, the first step in full', async () => {
    const frame = await openFailed(table);
    expect(await frame.locator('.facts').textContent()).toContain('submitted');
    await expect.poll(() => frame.locator('[role=option]').count(), patience).toBe(8);
    await frame.locator('.timeline').first().waitFor();
    await frame.locator('.detail').getByText('You work on a software project through a shell').waitFor();
    await workbench().screenshot('journey D2');
  });

  it('D3: E twice leads to step 5, whose edit is a diff', async () => {
    await press('e', 'e');
    await expect.poll(chosen, patience).toMatch(/\b5\b/);
    const edit = (await detail()).locator('.part', { has: (await page()).locator('h3:text-is("Edit")') });
    expect(await edit.textContent()).toMatch(
      /src\/format\.js.*\+ {2}if \(text === '60s'\) return ms < 0 \? '-1m' : '1m';/s,
    );
    await workbench().screenshot('journey D3');
  });

  /** Back to the run, whose page has the keyboard again. */
  const backToRun = async () => {
    await workbench().tab('touchstone-samples__spandrel-14.traj.json').click();
    const frame = await page();
    await frame.locator('[role=listbox][aria-label="Steps"]').focus();
    await frame.waitForTimeout(500);
  };
  const changed = (text: string) =>
    workbench().page.locator('.multiDiffEntry .editor.modified .view-line', { hasText: text }).first();

  it('D4: D shows the diff so far, a command lays gold beside it', async () => {
    await press('d');
    await workbench().tab('step 5: Base ↔ Step (exact)').waitFor();
    await changed("if (text === '60s')").waitFor();
    await workbench().screenshot('journey D4 base');
    await backToRun();
    await workbench().command('Touchstone: Diff to Gold at Step');
    await workbench().tab('step 5: Gold ↔ Step (exact)').waitFor();
    await changed("if (text === '60s')").waitFor();
    await workbench().screenshot('journey D4 gold');
    await backToRun();
  });

  it.skipIf(!dockerAnswers)('D5: runs the tests on the files after step 5: one of two is green', async () => {
    await workbench().command('Touchstone: Run Tests at Step');
    const toast = workbench().toast('Tests at step 5: unresolved; FAIL_TO_PASS 1 of 2');
    await toast.waitFor({ timeout: 60_000 });
    await workbench().screenshot('journey D5 toast');
    await toast.locator('.monaco-button', { hasText: 'Open Test Output' }).click();
    await workbench().tab('test_output.txt').waitFor();
    await workbench().page.locator('.codelens-decoration', { hasText: '1 of 2 FAIL_TO_PASS' }).first().waitFor();
    await workbench().screenshot('journey D5');
    await backToRun();
  });

  it('D6: T leads to step 7: the old suite is green', async () => {
    await press('t');
    await expect.poll(chosen, patience).toMatch(/\b7\b/);
    await (await detail()).getByText('# tests 27').first().waitFor();
    await workbench().screenshot('journey D6');
  });

  it('D7: / finds a text in all steps', async () => {
    await press('/');
    const frame = await page();
    await frame.locator('.find input:focus').waitFor();
    await frame.locator('.find input').fill('3599600');
    const where = async () => (await page()).locator('.find .found').textContent();
    await expect.poll(where, patience).toMatch(/^\d of 3\b/);
    await press('Enter');
    await frame.locator('.detail mark').first().waitFor();
    await workbench().screenshot('journey D7');
    await press('Escape');
    await frame.locator('.find').waitFor({ state: 'detached' });
  });

  it('D12: Y copies a link to step 5, which opens that step; of a run that is not here it says so', async () => {
    // The letters are bound a moment after the search has given the keyboard back.
    const first = async () => {
      await press('g');
      return chosen();
    };
    await expect.poll(first, patience).toMatch(/\b1\b/);
    await press('e', 'e');
    await expect.poll(chosen, patience).toMatch(/\b5\b/);
    const window = workbench().page;
    await window.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press('y');
    const copied = () => window.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied, patience).toMatch(/:\/\/touchstone\.touchstone\/trajectory\?.*step=5\b/);
    const link = await copied();
    const follow = async (text: string) => {
      await workbench().command('Touchstone: Open Link...');
      await workbench().quickInput().fill(text);
      await press('Enter');
    };
    await follow(link.replace(/path=[^&]*/, 'path=runs%2Fabsent.traj.json'));
    await workbench()
      .toast(/hash=(\w+)/.exec(link)?.[1] ?? 'no hash')
      .waitFor();
    await workbench().screenshot('journey D12 absent');
    await workbench().command('Notifications: Clear All Notifications');
    await press('g');
    await follow(link);
    await expect.poll(chosen, patience).toMatch(/\b5\b/);
    await workbench().screenshot('journey D12');
  });

  const hasForm = async (text: string | RegExp) => expect.poll(() => hereOf(form), patience).toMatch(text);
  let form: Frame;
  it('D11: V opens the form on the run; step 5 is evidence by E, then by Alt+E; ISE needs a step; nothing is ticked', async () => {
    await press('g', 'e', 'e');
    await expect.poll(chosen, patience).toMatch(/\b5\b/);
    await press('v');
    form = await formOf(workbench(), 'touchstone-samples__spandrel-14');
    expect(await form.locator('.rubric').textContent()).toContain('failure-analysis');
    await form
      .locator('.suggestions', { hasText: 'Incomplete solution, side effects (strong): 1 of the 2 tests' })
      .waitFor();
    expect(await form.locator('main [aria-checked=true]').count()).toBe(0);
    await workbench().screenshot('journey D11 form');
    await press('1');
    await hasForm('first wrong one');
    await press('e');
    await form.locator('.chip', { hasText: 'step 5' }).waitFor();
    await hasForm('place of the fix');
    await press('3', '1', '3', 'o', '2');
    await expect
      .poll(() => form.locator('[role=status]').textContent(), patience)
      .toContain('ISE needs a step or a line');
    await press('Control+Enter');
    await form.locator('.messages', { hasText: 'ISE needs a step or a line' }).waitFor();
    await workbench().screenshot('journey D11 needs');
    // While one judges, the run is called by a letter.
    await workbench().tab('Trajectory ').click();
    const frame = await page();
    await frame.locator('[role=listbox][aria-label="Steps"]').focus();
    await frame.waitForTimeout(500);
    await press('Alt+e');
    await expect.poll(() => form.locator('.chip', { hasText: 'step 5' }).count(), patience).toBe(2);
    await expect.poll(() => form.evaluate(() => document.hasFocus()), patience).toBe(true);
    await press('c', '4', 'Control+Enter');
    await form.locator('[role=status]', { hasText: /^\W*Saved/ }).waitFor();
    await workbench().screenshot('journey D11');
    const verdict = eventsIn(study).findLast(({ type }) => type === 'verdict');
    expect(verdict?.body).toMatchObject({
      of: { unit: 'trajectory', trajectory: expect.stringMatching(/^[0-9a-f]{64}$/) },
      overall: { value: 'ISE', evidence: [{ kind: 'step', range: { start: 5, end: 5 } }] },
    });
    await form.locator('.chip .link').first().click();
    await workbench().tab('Trajectory ').waitFor();
    await workbench().command('Touchstone: End Judging');
    await expect.poll(() => workbench().tab('Trajectory ').count(), patience).toBe(0);
  });

  it('D8: opens a workspace in the state after step 5', async () => {
    await workbench().goToFile('runs/kestrel-1/trajectories/touchstone-samples__spandrel-14.traj.json');
    await backToRun();
    await press('g', 'e', 'e');
    await expect.poll(chosen, patience).toMatch(/\b5\b/);
    await workbench().command('Touchstone: Open Workspace at Step');
    // A browser has one window: the folder is opened in it.
    await workbench()
      .page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'src' })
      .first()
      .waitFor({ timeout: 30_000 });
    // The instance comes into view by itself, in the place of a file that is only looked at.
    await workbench().webview('h1');
    await workbench().goToFile('src/format.js');
    const line = workbench().page.locator('.view-line', { hasText: "if (text === '60s')" });
    await line.first().waitFor();
    await workbench().screenshot('journey D8');
  });

  it.skipIf(!dockerAnswers)('D9: mends the file there; Run in Testing: both are green', async () => {
    await workbench().goToFile('src/format.js');
    // The line of the step's edit: what it mends stands before it.
    await press('Control+g');
    await workbench().quickInput().fill(':21');
    await press('Enter');
    await workbench()
      .page.locator('.native-edit-context:focus, .monaco-editor textarea:focus')
      .first()
      .waitFor({ state: 'attached' });
    const carry = 'const whole = Math.ceil(Math.abs(ms) / 1000) * 1000;';
    const again = 'return format(ms < 0 ? -whole : whole, { style, maxUnits });';
    await workbench().page.keyboard.insertText(`if (/60s$/.test(text)) { ${carry} ${again} }\n  `);
    await press('Control+s');
    await workbench().command('Testing: Focus on Test Explorer View');
    await workbench().page.locator('.test-explorer .monaco-list-row').first().waitFor();
    await workbench().command('Test: Run All Tests');
    const tests = workbench().page.locator('.test-explorer .monaco-list-row').first();
    const label = () => tests.getAttribute('aria-label');
    await expect.poll(label, { timeout: 40_000, interval: 200 }).toMatch(/results of workspace.*passed/i);
    await workbench().screenshot('journey D9');
  });
});
