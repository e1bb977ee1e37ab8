import { describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { formOf, hereOf, openPage, patience } from './steps';

const missing = whyNoWorkbench();
const id = spandrel(14);

describe.skipIf(missing !== null)('Restricted Mode', () => {
  const workbench = useWorkbench(evaluatedStudy, {
    workspaceTrust: true,
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' },
  });
  const press = (key: string) => workbench().page.keyboard.press(key);

  it('reads: the tree with its outcomes, and the page', async () => {
    await workbench().showTouchstone();
    await workbench().page.locator('.statusbar', { hasText: 'Restricted Mode' }).waitFor();
    await workbench().rows('Instances', `${id}, resolved`).first().waitFor();
    const page = await openPage(workbench(), id);
    expect(await page.locator('.runs').textContent()).toContain('unresolved');
  });

  it('never runs: Evaluate and Open as Workspace say what trusting would allow', async () => {
    const page = await openPage(workbench(), id);
    await page.locator('.actions button', { hasText: 'Evaluate' }).click();
    await workbench().toast('Trust this folder to run').waitFor();
    await workbench().screenshot('restricted');
    await workbench().command('Notifications: Clear All Notifications');
    await page.locator('.actions button', { hasText: 'Open as Workspace' }).click();
    await workbench().toast('Trust this folder to run').waitFor();
    await workbench().command('Notifications: Clear All Notifications');
  });

  it('says so in the menu of a row', async () => {
    await workbench().rows('Instances', id).first().click({ button: 'right' });
    const menu = workbench().page.locator('.context-view .monaco-menu');
    await menu.locator('.action-item', { hasText: 'Run (trust this folder first)' }).waitFor();
    expect(await menu.locator('.action-item', { hasText: 'Evaluate Patch' }).count()).toBe(0);
    await press('Escape');
  });

  it('judges', async () => {
    await openPage(workbench(), id);
    await press('v');
    const form = await formOf(workbench(), id);
    await press('y');
    await expect.poll(() => hereOf(form), patience).toContain('an input of your own');
  });
});
