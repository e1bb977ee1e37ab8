import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { broken, checkedStudy, sound } from '../fakes/checkedStudy';
import { root } from '../host/root';
import { faintText, overflowing } from './contrast';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { formOf, openPage, patience } from './steps';

const missing = whyNoWorkbench();

/** A study whose dataset was checked on the command line, and a patch of a model evaluated. */
const checked = (folder: string): void => {
  checkedStudy(folder);
  // What a check found tells of the tests: with them it is hidden while one judges.
  fs.appendFileSync(path.join(folder, 'touchstone.yaml'), 'blinding: { tests: at-once }\n');
  const run = (...what: readonly string[]) => {
    const dataset = ['--dataset', path.join(folder, 'datasets', 'checked.jsonl'), '--out', folder];
    const line = [path.join(root, 'dist', 'cli.js'), 'evaluate', ...what, ...dataset, '--backend', 'local', '--yes'];
    const { status, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8' });
    // 1: a check with defects.
    expect(status, stderr).toBeOneOf([0, 1]);
  };
  run('--check');
  run('--predictions', path.join(folder, 'runs', 'kestrel-1', 'predictions.jsonl'));
};

describe.skipIf(missing !== null)('what a dataset check found, in VS Code', () => {
  const workbench = useWorkbench(checked, {
    size: { width: 1600, height: 1000 },
    settings: { 'workbench.colorTheme': 'Dark 2026' },
  });
  const section = 'section[aria-label="Dataset check"]';
  const page = (id: string) => workbench().webview(`h1:text-is("${id}")`);
  const wear = async (theme: string): Promise<void> => {
    await workbench().command('Preferences: Color Theme');
    await workbench().quickInput().fill(theme);
    await workbench().pick(theme);
    await workbench().page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  };

  it('stands on the page: sound, or each defect with its words', async () => {
    await workbench().showTouchstone();
    const good = await openPage(workbench(), sound);
    expect(await good.locator(section).textContent()).toMatch(/Dataset check: sound/);
    const bad = await openPage(workbench(), broken);
    const text = await bad.locator(section).textContent();
    expect(text).toMatch(/Dataset check: 1 defect/);
    expect(text).toMatch(/gold fails/i);
  });

  for (const theme of ['Dark 2026', 'Light 2026', 'Dark High Contrast'])
    it(`reads well in ${theme}`, async () => {
      await wear(theme);
      const kind = theme.startsWith('Light') ? /vscode-light/ : /vscode-(dark|high-contrast)/;
      const shown = await page(broken);
      await expect.poll(() => shown.locator('body').getAttribute('class'), patience).toMatch(kind);
      await workbench().screenshot(`check ${theme}`);
      expect(await faintText(shown, '--vscode-editor-background')).toEqual([]);
      expect(await overflowing(shown)).toEqual([]);
    });

  it('leads from a defect to the line of the log that shows it', async () => {
    await wear('Dark 2026');
    const link = (await page(broken)).locator(`${section} button.link`).first();
    const line = /line (\d+)/.exec((await link.textContent()) ?? '')?.[1];
    expect(line).toBeDefined();
    await link.click();
    await workbench().tab('test_output.txt').waitFor();
    await workbench()
      .page.locator('.statusbar-item', { hasText: new RegExp(`Ln ${line}, Col 1`) })
      .waitFor();
    await workbench().screenshot('check log');
  });

  it("is offered below the verdict's question and becomes evidence by a click, once", async () => {
    await openPage(workbench(), broken);
    await workbench().page.keyboard.press('v');
    const form = await formOf(workbench(), broken);
    const offer = form.locator('ul[aria-label="Dataset check"]');
    await offer.waitFor();
    await offer.scrollIntoViewIfNeeded();
    await workbench().screenshot('check offer');
    expect(await faintText(form, '--vscode-sideBar-background')).toEqual([]);
    const add = offer.getByRole('button', { name: 'add as evidence' });
    const offered = await add.count();
    expect(offered).toBeGreaterThan(0);
    await add.first().click();
    await expect.poll(() => add.count(), patience).toBe(offered - 1);
    await form.locator('.chip', { hasText: 'dataset check: gold fails' }).first().waitFor();
    await expect.poll(() => form.locator('[role=status]').textContent(), patience).toContain('Draft saved');
    await workbench().screenshot('check evidence');
  });

  it('logged no error on the way', () => {
    expect(workbench().channelLog()).not.toMatch(/\[error\]/);
  });
});
