import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { root } from '../host/root';
import { whyNoWorkbench } from './machine';
import { plantConflict } from './plantedConflict';
import { pickRow } from './quickPick';
import { useWorkbench } from './session';
import { formOf, hereOf, openPage, patience, walkTo } from './steps';
import { eventsIn } from './studyEvents';

const missing = whyNoWorkbench();
const id = spandrel(23);

describe.skipIf(missing !== null)('the main job, by keyboard', () => {
  let study = '';
  const workbench = useWorkbench(
    async (folder) => {
      study = folder;
      await evaluatedStudy(folder);
    },
    { size: { width: 1600, height: 1000 }, settings: { 'workbench.colorTheme': 'Dark 2026' } },
  );
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await workbench().page.keyboard.press(key);
  };
  const type = (text: string) => workbench().page.keyboard.type(text);
  const row = (text: string) => workbench().rows('Instances', text).first();
  const studyName = () => readdirSync(path.join(study, '.touchstone')).find((name) => !name.startsWith('.')) ?? '';
  const comparison = () => workbench().tab(`${id}: Gold ↔ Patch`);

  it('shows the study: seven instances, their runs, what waits', async () => {
    await workbench().showTouchstone();
    await workbench().rows('Study', '7 in 1 dataset').first().waitFor();
    await workbench().rows('Study', '16 in 4 runs').first().waitFor();
    await row(`${spandrel(14)}, resolved`).waitFor();
    await row(`${spandrel(21)}, no verdict: not applied`).waitFor();
    await row(`${id}, not evaluated`).waitFor();
    expect(await workbench().rows('Instances', 'touchstone-samples__spandrel-').count()).toBe(7);
  });

  it('opens an instance from the tree, and its page has the keyboard', async () => {
    const page = await openPage(workbench(), id);
    expect(await page.locator('.markdown').textContent()).toContain('only the first one is cut out');
    expect(await page.locator('.runs tr.selected').textContent()).toMatch(/^kestrel-1.*resolved.*1\/1.*33\/33/);
    await workbench().screenshot('instance page');
  });

  it('compares gold and patch with C, and names no model in the title', async () => {
    await press('c');
    await comparison().waitFor();
    await workbench().page.locator('.multiDiffEntry .editor.modified').first().waitFor();
    expect(await comparison().getAttribute('aria-label')).not.toMatch(/kestrel|heron/);
    expect(await workbench().page.title()).not.toMatch(/kestrel|heron/);
    await workbench().page.locator('.editor-actions', { hasText: '● Gold ↔ Patch' }).waitFor();
  });

  it('opens the test output with L', async () => {
    await openPage(workbench(), id);
    await press('l');
    await workbench().tab('test_output.txt').waitFor();
    const lens = workbench().page.locator('.codelens-decoration', { hasText: '1 of 1 FAIL_TO_PASS' });
    await lens.first().waitFor();
  });

  let form: Frame;
  /** By which the run is called while one judges. */
  let letter = '';
  it('opens the verdict form with V, and the first key answers', async () => {
    await openPage(workbench(), id);
    await press('v');
    form = await formOf(workbench(), id);
    letter = /([A-Z]) *$/.exec((await form.locator('.subject').textContent()) ?? '')?.[1] ?? '';
    expect(letter).not.toBe('');
    await press('y');
    await expect.poll(() => hereOf(form), patience).toContain('an input of your own');
    await workbench().screenshot('judging');
  });

  it('takes a counterexample as text, and a line of the patch with Alt+E', async () => {
    await press('n');
    await type('[30-40,10-20]');
    await press('Enter');
    await type('0-10 20-30 40-100');
    await press('Enter');
    await type('0-30 40-100');
    await press('Enter');
    await expect.poll(() => hereOf(form), patience).toContain('missing from the patch');
    await press('3', 'Control+1');
    const diff = workbench().page.locator(
      '.editor.modified .native-edit-context:focus, .editor.modified textarea:focus',
    );
    await diff.waitFor({ state: 'attached' });
    await press('Control+l');
    await expect.poll(() => workbench().page.locator('.statusbar', { hasText: 'selected' }).count(), patience).toBe(1);
    await press('Alt+e');
    await expect.poll(() => form.locator('main').textContent(), patience).toMatch(/set\.js \d+, (model|gold)/);
    await expect.poll(() => hereOf(form), patience).toContain('worst thing');
  });

  it('saves with Ctrl+Enter and reveals that the tests pass what this person calls wrong', async () => {
    await expect.poll(() => form.evaluate(() => document.hasFocus()), patience).toBe(true);
    await press('0', 'x', 'o', '2', 'c', '5', 'Control+Enter');
    await form.locator('[role=status]', { hasText: /^\W*Saved/ }).waitFor();
    expect(await form.locator('.revealed').textContent()).toContain('passes, but you say wrong');
    await workbench().screenshot('revealed');
    expect(eventsIn(study).map(({ type: kind }) => kind)).toContain('verdict');
  });

  it('shows the verdict beside the score, in the tree and on the page', async () => {
    await expect.poll(() => row(`${id}`).getAttribute('aria-label'), patience).toContain(id);
    await walkTo(workbench(), id);
    // The tree is drawn anew for the verdict, and a key meanwhile would be lost.
    const opened = async () => {
      const count = await workbench().rows('Instances', `${letter}, resolved`).count();
      if (count === 0) await press('ArrowRight');
      return count;
    };
    await expect.poll(opened, patience).toBeGreaterThan(0);
    await expect.poll(() => row(`${letter}, resolved`).getAttribute('aria-label'), patience).toContain('wrong · ≠');
    const page = await openPage(workbench(), id);
    expect(await page.locator('.runs tr.selected').textContent()).toMatch(/wrong.*≠/);
  });

  it('goes on to the next item, and the form keeps the keyboard', async () => {
    await workbench().command('Touchstone: Judge Next Item');
    form = await formOf(workbench(), spandrel(14));
    await press('y');
    await expect.poll(() => hereOf(form), patience).toContain('an input of your own');
    await expect.poll(() => form.locator('[role=status]').textContent(), patience).toContain('Draft saved');
  });

  it('comes back after a reload: the item, its draft, the comparison', async () => {
    await workbench().reloadWindow();
    await workbench()
      .tab(`${spandrel(14)}: Base ↔ Patch`)
      .waitFor();
    const restored = await workbench().webview(`.subject:has-text("${spandrel(14)}")`);
    await expect.poll(() => restored.locator('.rubric').textContent(), patience).toContain('1 of');
  });

  it('takes the verdict back with u: a new event, and the chains hold', async () => {
    await openPage(workbench(), id);
    await press('v');
    form = await formOf(workbench(), id);
    await press('u');
    await expect.poll(() => form.locator('.panel').textContent(), patience).toContain('Undo');
    await type('gave it to the wrong row');
    await press('Tab', 'Tab', 'Enter');
    await form.locator('[role=status]', { hasText: 'Retracted' }).waitFor();
    expect(eventsIn(study).map(({ type: kind }) => kind)).toEqual(expect.arrayContaining(['verdict', 'retract']));
    await walkTo(workbench(), id);
    // The tree is being read anew by then, and may lose the key.
    for (let tries = 0; tries < 10 && !(await row(`${letter}, outcome hidden`).isVisible()); tries++) {
      await press('ArrowRight');
      await workbench().page.waitForTimeout(1000);
    }
    await expect
      .poll(() => row(`${letter}, outcome hidden`).getAttribute('aria-label'), patience)
      .not.toContain('wrong');
    const said = execFileSync(process.execPath, [path.join(root, 'dist', 'cli.js'), 'verify', study], {
      encoding: 'utf8',
    });
    expect(said).toMatch(/\d+ events, 1 chain, 0 findings/);
  });

  it('judges the instance itself with Shift+V: the statement first, gold and tests with the second stage', async () => {
    await openPage(workbench(), id);
    await press('Shift+V');
    form = await workbench().webview('.rubric:has-text("task-quality")');
    await expect.poll(() => form.evaluate(() => document.hasFocus()), patience).toBe(true);
    expect(await form.locator('.rubric').textContent()).toMatch(/task-quality.*stage 1 of 2/);
    await workbench().tab('statement.md').waitFor();
    await workbench().screenshot('judging an instance');
    await press('0', '1', 'n', 'Control+Enter');
    await expect.poll(() => form.locator('.rubric').textContent(), patience).toContain('stage 2 of 2');
    await workbench().tab(`${id}: Base ↔ Gold`).waitFor();
    await expect.poll(() => form.evaluate(() => document.hasFocus()), patience).toBe(true);
    await press('y', '0', '0', '1', 'n', '1', '4', 'Control+Enter');
    await expect
      .poll(() => eventsIn(study).at(-1)?.body, patience)
      .toMatchObject({
        of: { unit: 'instance', instance: id, patch: null },
        overall: { value: 'keep' },
      });
    await workbench().screenshot('judged an instance');
  });

  it('takes the rubric that applies where the study names another, and says why', async () => {
    await openPage(workbench(), spandrel(34));
    await press('v');
    if (await workbench().quickInput().isVisible()) await press('Enter');
    form = await formOf(workbench(), spandrel(34));
    expect(await form.locator('.rubric').textContent()).toContain('test-quality');
    expect(await form.locator('.notice').textContent()).toBe(
      'patch-review rates BF, FE, FI, RF, PO; this item is TG. test-quality rates it.',
    );
    await workbench().screenshot('another rubric');
  });

  it('erases the words of a verdict after a question that tells of git, and keeps its answers', async () => {
    await workbench().command('Touchstone: Erase Text of a Verdict...');
    await pickRow(workbench().page, `Verdict: ${id}`);
    const dialog = workbench().page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    expect(await dialog.textContent()).toMatch(
      /Erase \d texts? of .*'s verdict.*git history and other clones keep the words/,
    );
    await workbench().screenshot('erasing');
    await dialog.locator('.monaco-button', { hasText: 'Erase' }).click();
    await expect.poll(() => eventsIn(study).map(({ type: kind }) => kind), patience).toContain('erase');
    await expect.poll(() => readdirSync(path.join(study, '.touchstone', studyName(), 'text')).length, patience).toBe(1);
  });

  it('lists two verdicts that stand beside each other, and the chosen one counts', async () => {
    await plantConflict(study, id);
    await workbench().command('Touchstone: Resolve Conflict...');
    await workbench().quickInput().waitFor();
    await workbench().screenshot('resolving');
    await pickRow(workbench().page, 'wrong');
    await expect.poll(() => eventsIn(study).map(({ type: kind }) => kind), patience).toContain('resolve');
    await workbench().command('Touchstone: Resolve Conflict...');
    await workbench().page.locator('.notification-toast', { hasText: 'No conflicts' }).waitFor();
  });

  it('logged no error on the way', () => {
    expect(workbench().channelLog()).not.toMatch(/\[error\]/);
  });
});
