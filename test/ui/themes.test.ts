import { describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { faintText, overflowing } from './contrast';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { formOf, openPage, patience } from './steps';

const missing = whyNoWorkbench();
const themes = ['Dark 2026', 'Light 2026', 'Dark High Contrast', 'Light High Contrast'];
const roomy = { width: 1600, height: 1000 };

describe.skipIf(missing !== null)('themes and sizes', () => {
  const workbench = useWorkbench(evaluatedStudy, { size: roomy });
  const page = () => workbench().webview(`h1:text-is("${spandrel(14)}")`);
  const form = () => workbench().webview('[data-stop]');

  it('shows a page and a form side by side', async () => {
    await workbench().showTouchstone();
    await openPage(workbench(), spandrel(14));
    await workbench().page.keyboard.press('v');
    await formOf(workbench(), spandrel(14));
    await openPage(workbench(), spandrel(14));
  });

  const wear = async (theme: string): Promise<void> => {
    await workbench().command('Preferences: Color Theme');
    await workbench().quickInput().fill(theme);
    await workbench().pick(theme);
    await workbench().page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    const kind = theme.startsWith('Dark')
      ? /vscode-(dark|high-contrast(?!-light))/
      : /vscode-(light|high-contrast-light)/;
    await expect.poll(async () => (await page()).locator('body').getAttribute('class'), patience).toMatch(kind);
  };

  for (const theme of themes)
    it(`reads well in ${theme}`, async () => {
      await wear(theme);
      await workbench().screenshot(`theme ${theme}`);
      expect(await faintText(await page(), '--vscode-editor-background'), 'the page').toEqual([]);
      expect(await faintText(await form(), '--vscode-sideBar-background'), 'the form').toEqual([]);
    });

  for (const [name, size] of [
    ['900 px', { width: 900, height: 800 }],
    ['zoom 200%', { width: 800, height: 500 }],
  ] as const)
    it(`loses nothing at ${name}`, async () => {
      await workbench().page.setViewportSize(size);
      await expect.poll(async () => (await page()).evaluate(() => innerWidth), patience).toBeLessThan(size.width);
      await workbench().screenshot(`size ${name}`);
      expect(await overflowing(await page()), 'the page').toEqual([]);
      expect(await overflowing(await form()), 'the form').toEqual([]);
      await workbench().page.setViewportSize(roomy);
    });
});
