import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { faintText } from './contrast';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();
const roomy = { width: 1600, height: 1000 };

describe.skipIf(missing !== null)('the matrix and two runs compared, in VS Code', () => {
  const workbench = useWorkbench(evaluatedStudy, { size: roomy, settings: { 'workbench.colorTheme': 'Dark 2026' } });
  const matrix = () => workbench().webview('[role=grid][aria-label="Instances by runs"] [role=gridcell] svg');
  const runs = () => workbench().webview('[role=grid][aria-label="Instances"] [role=gridcell] svg');
  const isFocused = (frame: Frame) => frame.evaluate(() => document.hasFocus());
  const hasKeys = (frame: Frame) => expect.poll(() => isFocused(frame), patience).toBe(true);
  /** To the page of a tab that is there, as a person goes: by another click where the first one was lost. */
  const goTo = async (title: string, shown: () => Promise<Frame>): Promise<void> => {
    const focused = async () => {
      await workbench().tab(title).click();
      // A moment for the keys to arrive: a click at once would take them away again.
      for (let tries = 0; tries < 20; tries++) {
        if (await isFocused(await shown())) return true;
        await workbench().page.waitForTimeout(150);
      }
      return false;
    };
    await expect.poll(focused, { timeout: 30_000, interval: 1000 }).toBe(true);
  };
  /** To a tab for its looks alone: the keys may stay elsewhere. */
  const looksAt = async (title: string, shown: () => Promise<Frame>): Promise<Frame> => {
    const visible = async () => {
      await workbench().tab(title).click();
      return (await shown()).locator('[role=gridcell] svg').first().isVisible();
    };
    await expect.poll(visible, { timeout: 30_000, interval: 1000 }).toBe(true);
    return shown();
  };
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await workbench().page.keyboard.press(key);
  };
  const questions = () => workbench().page.locator('.quick-input-title');
  /** kestrel-1 against heron-2, opened where it isn't yet, shown, A and B as they were chosen. */
  const comparedRuns = async (): Promise<Frame> => {
    if ((await workbench().tab('↔ heron-2').count()) > 0) await goTo('↔ heron-2', runs);
    else {
      await workbench().command('Touchstone: Compare Runs...');
      await questions().filter({ hasText: 'Compare which run?' }).waitFor();
      await workbench().pick('heron-2');
      await questions().filter({ hasText: 'heron-2: against which run?' }).waitFor();
      await workbench().pick('kestrel-1');
      await workbench().tab('kestrel-1 ↔ heron-2').waitFor();
    }
    return runs();
  };
  /** The matrix, opened where it isn't yet. */
  const shownMatrix = async (): Promise<Frame> => {
    if ((await workbench().tab('Matrix').count()) > 0) await goTo('Matrix', matrix);
    else await workbench().command('Touchstone: Show Matrix');
    return matrix();
  };
  const activeLabel = (frame: Frame) =>
    frame.evaluate(() => {
      const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant') ?? '';
      return document.getElementById(id)?.getAttribute('aria-label') ?? document.getElementById(id)?.textContent;
    });

  beforeAll(async () => {
    await workbench().showTouchstone();
    await workbench().row('spandrel');
  });

  it('shows every instance and run, rule sets in the heads, icons with words in the cells', async () => {
    const page = await shownMatrix();
    await page.locator(`[role=rowheader][aria-label^="${spandrel(14)}"]`).waitFor();
    expect(await page.locator('[role=rowheader]').count()).toBe(7);
    const heads = page.locator('[role=columnheader]');
    expect(await heads.nth(1).getAttribute('aria-label')).toMatch(/^kestrel-1.*rule set .*: 1 resolved, 2 unresolved/);
    await hasKeys(page);
  });

  it('is walked by keys; Enter at a run lays its patch beside gold', async () => {
    const page = await shownMatrix();
    await hasKeys(page);
    await page.locator('[role=grid]').focus();
    await press('Control+Home', 'ArrowDown');
    expect(await activeLabel(page)).toMatch(/^kestrel-1: /);
    await press('Control+Home');
    await press('Enter');
    await workbench()
      .tab(`${spandrel(14)}: Gold ↔ Patch`)
      .waitFor();
  });

  it('opens the instance by O and filters by / without giving letters to VS Code', async () => {
    const page = await shownMatrix();
    await hasKeys(page);
    await page.locator('[role=grid]').focus();
    await press('/');
    await workbench().page.keyboard.type('gaps holes');
    await expect.poll(() => page.locator('[role=rowheader]').count(), patience).toBeLessThan(7);
    await press('Escape', 'Escape');
    await expect.poll(() => page.locator('[role=rowheader]').count(), patience).toBe(7);
    await press('o');
    await workbench().webview(`h1:text-is("${spandrel(14)}")`);
  });

  it('is there again after a reload, where it was', async () => {
    const before = await shownMatrix();
    await before.locator('[role=grid]').focus();
    await press('Control+Home', 'ArrowDown', 'ArrowRight');
    const label = await activeLabel(before);
    await workbench().reloadWindow();
    const after = await matrix();
    await expect.poll(() => activeLabel(after), patience).toBe(label);
  });

  it('compares two runs: sets with counts, flow as a table under twenty, instances by side', async () => {
    const page = await comparedRuns();
    await expect.poll(() => page.locator('.flows').count(), patience).toBe(1);
    expect(await page.locator('.set', { hasText: 'not comparable' }).textContent()).toMatch(/\d$/);
    expect(await page.locator('figure').count(), 'no picture under 20 instances').toBe(0);
    await page.getByRole('button', { name: 'Swap' }).click();
    await workbench().tab('heron-2 ↔ kestrel-1').waitFor();
    await page.getByRole('button', { name: 'Swap' }).click();
    await workbench().tab('kestrel-1 ↔ heron-2').waitFor();
    await page.locator('.set', { hasText: 'only heron-2' }).click();
    await expect.poll(() => page.locator('[role=rowheader]').allTextContents(), patience).toEqual(['spandrel-14']);
    await page.locator('[role=grid]').focus();
    await press('ArrowRight', 'Enter');
    await workbench()
      .tab(`${spandrel(14)}: Gold ↔ Patch`)
      .waitFor();
  });

  for (const theme of ['Dark 2026', 'Light 2026', 'Dark High Contrast', 'Light High Contrast'])
    it(`reads well in ${theme}`, async () => {
      const shown = await comparedRuns();
      await workbench().command('Preferences: Color Theme');
      await workbench().quickInput().fill(theme);
      await workbench().pick(theme);
      await workbench().page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      const kind = theme.startsWith('Dark')
        ? /vscode-(dark|high-contrast(?!-light))/
        : /vscode-(light|high-contrast-light)/;
      await expect.poll(() => shown.locator('body').getAttribute('class'), patience).toMatch(kind);
      await workbench().screenshot(`runs ${theme}`);
      expect(await faintText(shown, '--vscode-editor-background'), 'two runs').toEqual([]);
      const page = await shownMatrix();
      await expect.poll(() => page.locator('body').getAttribute('class'), patience).toMatch(kind);
      await workbench().screenshot(`matrix ${theme}`);
      expect(await faintText(page, '--vscode-editor-background'), 'the matrix').toEqual([]);
    });

  it('keeps both at 200%: everything can be reached', async () => {
    await shownMatrix();
    await comparedRuns();
    await workbench().page.setViewportSize({ width: 800, height: 500 });
    await workbench().command('View: Toggle Primary Side Bar Visibility');
    await looksAt('Matrix', matrix);
    await workbench().screenshot('matrix zoom 200%');
    const shown = await looksAt('↔ heron-2', runs);
    await shown.locator('[role=grid]').scrollIntoViewIfNeeded();
    await workbench().screenshot('runs zoom 200%');
    expect(await shown.locator('[role=gridcell] svg').first().isVisible()).toBe(true);
    await workbench().page.setViewportSize(roomy);
  });
});
