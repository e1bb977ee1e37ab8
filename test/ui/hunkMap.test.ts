import fs from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { spandrel } from '../fakes/evaluatedStudy';
import { fillJudgedSample } from '../fakes/judgedSample';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { formOf, openPage, patience } from './steps';

const missing = whyNoWorkbench();
const id = spandrel(31);

/** Gold is shown at once; nobody has judged. */
const study = (folder: string): void => {
  fillJudgedSample(folder, { by: [] });
  const file = path.join(folder, 'touchstone.yaml');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('gold: after-verdict', 'gold: at-once'));
};

describe.skipIf(missing !== null)('the hunk map beside the diff', () => {
  const workbench = useWorkbench(study, { size: { width: 1600, height: 1000 } });
  const press = (key: string) => workbench().page.keyboard.press(key);
  const mapOf = (): Promise<Frame> => workbench().webview('[aria-label="Files and hunks"]');
  const labels = async (): Promise<readonly string[]> =>
    (await mapOf()).getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  const here = async (): Promise<string> => (await (await mapOf()).locator('.here').getAttribute('aria-label')) ?? '';
  const cursorLine = async (): Promise<string> =>
    (await workbench().page.locator('.statusbar-item[id*="selection"]').textContent()) ?? '';
  const isInEditor = () => workbench().page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null);

  it('has every file and hunk with its class, what a tool made last and folded', async () => {
    await workbench().showTouchstone();
    await openPage(workbench(), id);
    await press('v');
    await formOf(workbench(), id);
    await workbench().command('Touchstone: Hunk Map');
    await expect.poll(async () => (await labels()).length, patience).toBeGreaterThan(5);
    const all = await labels();
    expect(all[0]).toMatch(/^src\/iso\.js, same file, gold \+\d+ −\d+, patch \+\d+ −\d+/);
    expect(all).toContainEqual(expect.stringMatching(/^repro\.mjs, outside the task; patch: new file/));
    expect(all.at(-1)).toMatch(/^coverage\/lcov\.info, generated.*folded$/);
  });

  it('goes to the hunk in the diff by n and by Enter, and back by h', async () => {
    await (await mapOf()).locator('[role=listbox]').focus();
    await press('Home');
    const before = await here();
    await expect
      .poll(async () => {
        await press('n');
        return here();
      }, patience)
      .not.toBe(before);
    expect(await here()).toContain('hunk');
    await press('Enter');
    await expect.poll(isInEditor, patience).toBe(true);
    const at = await cursorLine();
    await expect
      .poll(async () => {
        await press('n');
        return cursorLine();
      }, patience)
      .not.toBe(at);
    await expect
      .poll(async () => {
        await press('h');
        return (await mapOf()).evaluate(() => document.hasFocus());
      }, patience)
      .toBe(true);
    await workbench().screenshot('hunk map');
  });

  it('lays base, gold and patch of a file side by side', async () => {
    await (await mapOf()).locator('[role=listbox]').focus();
    await press('Home');
    await expect.poll(here, patience).toContain('src/iso.js');
    await workbench().command('Touchstone: Compare Three Ways');
    for (const name of ['Base iso.js', 'Gold iso.js', 'Patch iso.js']) await workbench().tab(name).waitFor();
    await workbench().screenshot('three ways');
  });

  it('keeps what was viewed over a reload, by the patch', async () => {
    await (await mapOf()).locator('[role=listbox]').focus();
    await press('Home');
    const viewed = async () => (await labels())[0] ?? '';
    await expect
      .poll(async () => {
        if (!/, viewed/.test(await viewed())) await press('.');
        return viewed();
      }, patience)
      .toMatch(/, viewed/);
    await workbench().reloadWindow();
    await expect
      .poll(
        async () => {
          await workbench().command('Focus on Hunk Map View');
          return viewed().catch(() => '');
        },
        { ...patience, interval: 1000 },
      )
      .toMatch(/^src\/iso\.js.*, viewed/);
  });

  it('asks before a verdict that leaves a file unopened', async () => {
    await workbench().command('Focus on Verdict View');
    const form = await formOf(workbench(), id);
    for (const key of ['y', 'y', '1', '0', '1', 'o', '1', 'c', '5']) await press(key);
    await press('Control+Enter');
    await expect
      .poll(() => form.locator('body').textContent(), patience)
      .toMatch(/\d files? not opened\. Submit anyway\?/);
    await workbench().screenshot('not opened');
  });
});
