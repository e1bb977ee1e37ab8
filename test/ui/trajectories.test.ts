import { describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { faintText, overflowing } from './contrast';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { openPage, patience } from './steps';

const missing = whyNoWorkbench();
const roomy = { width: 1600, height: 1000 };

describe.skipIf(missing !== null)('trajectories of an instance, and two of them side by side', () => {
  const workbench = useWorkbench(evaluatedStudy, { size: roomy });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await workbench().page.keyboard.press(key);
  };
  const table = () => workbench().webview('[role=grid][aria-label=Trajectories] [role=gridcell]');
  const alignment = () => workbench().webview('[role=grid][aria-label="Steps of A and B"] [role=gridcell]');
  const hasKeys = async (frame: Awaited<ReturnType<typeof table>>) => {
    await expect.poll(() => frame.evaluate(() => document.hasFocus()), patience).toBe(true);
    // The editor hears of the page's focus by a message, and a letter before it is no key of ours yet.
    await frame.waitForTimeout(500);
  };

  it('lists the trajectories of an instance from its page', async () => {
    await workbench().showTouchstone();
    await openPage(workbench(), spandrel(14));
    const page = await workbench().webview(`h1:text-is("${spandrel(14)}")`);
    await page.locator('button', { hasText: 'All trajectories of the instance' }).click();
    const frame = await table();
    await expect.poll(() => frame.locator('[role=status]').textContent(), patience).toMatch(/^5 trajectories/);
    await workbench().screenshot('trajectories of an instance');
  });

  it('x marks two, which are shown side by side', async () => {
    const frame = await table();
    await frame.locator('.list').focus();
    await hasKeys(frame);
    await press('Control+Home', 'ArrowDown', 'x');
    await expect.poll(() => frame.locator('[aria-selected=true]').count(), patience).toBe(1);
    await press('Control+End', 'x');
    const both = await alignment();
    expect(await both.locator('.side').allTextContents()).toEqual([
      expect.stringMatching(/^A heron-2.*resolved/),
      expect.stringMatching(/^B kestrel-1.*unresolved/),
    ]);
    expect(await both.locator('.parting').textContent()).toContain('The files differ from here on');
    await workbench().screenshot('two trajectories');
  });

  it('n leads to the differences, Enter opens the step', async () => {
    const both = await alignment();
    await both.locator('.list').focus();
    await hasKeys(both);
    await press('Control+Home', 'n');
    const here = () => both.locator('.line.current .number').first().textContent();
    await expect.poll(here, patience).toBe('5');
    await press('Enter');
    const detail = await workbench().webview('[role=listbox][aria-label="Steps"] [aria-selected=true]');
    await expect
      .poll(() => detail.locator('[role=option][aria-selected=true]').getAttribute('aria-label'), patience)
      .toMatch(/\b5\b/);
  });

  it('d shows the files of both at that place', async () => {
    await workbench().tab('↔').click();
    const both = await alignment();
    await both.locator('.list').focus();
    await hasKeys(both);
    await press('d');
    await workbench().tab('A step 5').waitFor();
    await workbench().page.locator('.multiDiffEntry', { hasText: 'format.js' }).first().waitFor();
    await workbench().screenshot('two trajectories files');
    await press('Control+F4');
  });

  for (const theme of ['Dark 2026', 'Light 2026', 'Dark High Contrast', 'Light High Contrast'])
    it(`reads well in ${theme}`, async () => {
      await workbench().command('Preferences: Color Theme');
      await workbench().quickInput().fill(theme);
      await workbench().pick(theme);
      await workbench().page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      await workbench().tab('Trajectories').click();
      const frame = await table();
      const kind = theme.startsWith('Dark')
        ? /vscode-(dark|high-contrast(?!-light))/
        : /vscode-(light|high-contrast-light)/;
      await expect.poll(() => frame.locator('body').getAttribute('class'), patience).toMatch(kind);
      await workbench().screenshot(`trajectories ${theme}`);
      expect(await faintText(frame, '--vscode-editor-background'), 'the table').toEqual([]);
      await workbench().tab('↔').click();
      const both = await alignment();
      await workbench().screenshot(`two trajectories ${theme}`);
      expect(await faintText(both, '--vscode-editor-background'), 'both').toEqual([]);
      expect(await overflowing(both), 'both').toEqual([]);
    });
});
