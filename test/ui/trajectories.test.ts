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

  it('J K N P lead to anchors and differences, arrows to the other side, S swaps, ? lists the keys', async () => {
    await workbench().tab('↔').click();
    const both = await alignment();
    await both.locator('.list').focus();
    await hasKeys(both);
    const row = async () =>
      Number(
        await both
          .locator('.list .here')
          .first()
          .evaluate((one) => one.closest('[role=row]')?.getAttribute('aria-rowindex')),
      );
    const side = () => both.locator('.list .here').first().getAttribute('aria-colindex');
    await press('Control+Home');
    await expect.poll(row, patience).toBe(1);
    await press('j');
    await expect.poll(row, patience).toBeGreaterThan(1);
    const anchor = await row();
    await press('k');
    await expect.poll(row, patience).toBeLessThan(anchor);
    await press('n');
    await expect.poll(row, patience).toBeGreaterThan(1);
    const first = await row();
    await press('n');
    await expect.poll(row, patience).toBeGreaterThan(first);
    await press('p');
    await expect.poll(row, patience).toBe(first);
    await press('ArrowRight');
    await expect.poll(side, patience).toBe('3');
    await press('ArrowLeft');
    await expect.poll(side, patience).toBe('1');
    await press('s');
    await expect.poll(() => both.locator('.side').first().textContent(), patience).toMatch(/^A kestrel-1/);
    const before = await row();
    await press('ArrowDown');
    await expect.poll(row, patience).toBe(before + 1);
    await press('s');
    await expect.poll(() => both.locator('.side').first().textContent(), patience).toMatch(/^A heron-2/);
    await press('?');
    await both.locator('dialog[open]').getByText('next and previous difference').waitFor();
    await press('Escape');
    await expect.poll(() => both.locator('dialog[open]').count(), patience).toBe(0);
  });

  it('in the table arrows, S, /, R, O, C and Enter do what they say', async () => {
    await workbench().tab('Trajectories').click();
    const frame = await table();
    await frame.locator('.list').focus();
    await hasKeys(frame);
    const here = () => frame.locator('.list .here').first().getAttribute('id');
    await press('Control+Home');
    await expect.poll(here, patience).toBe('row-0-0');
    await press('ArrowDown', 'ArrowRight');
    await expect.poll(here, patience).toBe('row-1-1');
    await press('ArrowLeft', 'ArrowUp');
    await expect.poll(here, patience).toBe('row-0-0');
    await press('s');
    await frame.locator('[aria-sort=ascending]').waitFor();
    await press('s');
    await frame.locator('[aria-sort=descending]').waitFor();
    await press('s');
    await press('/');
    await frame.locator('.field:focus').waitFor();
    await workbench().page.keyboard.type('outcome:unresolved');
    await expect.poll(() => frame.locator('[role=status]').textContent(), patience).toMatch(/^\d of 5/);
    await press('Escape', 'Escape');
    await expect.poll(() => frame.locator('[role=status]').textContent(), patience).toMatch(/^5 trajectories/);
    await hasKeys(frame);
    await press('?');
    await frame.locator('dialog[open]').getByText('open the instance').waitFor();
    await press('Escape');
    await press('c');
    await workbench().webview('[role=grid][aria-label="Steps of A and B"] [role=gridcell]');
    const again = async (key: string) => {
      await workbench().tab('Trajectories').click();
      const list = await table();
      await list.locator('.list').focus();
      await hasKeys(list);
      await press('Control+Home', key);
    };
    const front = () => workbench().page.locator('.editor-group-container.active .tab.active').textContent();
    await again('r');
    await expect.poll(front, patience).toMatch(/\.jsonl?$/);
    await workbench().page.locator('.editor-group-container.active .monaco-editor .view-line').first().waitFor();
    await again('o');
    await workbench().webview(`h1:text-is("${spandrel(14)}")`);
    await expect.poll(front, patience).toMatch(/spandrel-14$/);
    await again('Enter');
    await workbench().webview('[role=listbox][aria-label="Steps"] [aria-selected=true]');
    await expect.poll(front, patience).toMatch(/\.jsonl?$/);
  });

  it('lists those of the whole study from the Study view', async () => {
    await workbench().showTouchstone();
    const row = await workbench().row('Trajectories', 'Study');
    // A click into a tree that is being drawn anew can be lost.
    const shown = async () => {
      await row.click();
      return (await table()).locator('[role=status]').textContent();
    };
    await expect.poll(shown, { ...patience, interval: 2000 }).toMatch(/^16 trajectories/);
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
