import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { evaluatedStudy } from '../fakes/evaluatedStudy';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();
const file = 'touchstone-samples__spandrel-14.traj.json';

/** Journey D of the design: a developer steps through a failed trajectory of the sample. */
describe.skipIf(missing !== null)('a failed trajectory, step by step', () => {
  const workbench = useWorkbench(evaluatedStudy, {
    size: { width: 1600, height: 1000 },
    settings: { 'workbench.colorTheme': 'Dark 2026' },
  });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await workbench().page.keyboard.press(key);
  };
  const page = () => workbench().webview('[role=listbox][aria-label="Steps"] [role=option] svg');
  const chosen = async () => (await page()).locator('[role=option][aria-selected=true]').getAttribute('aria-label');
  const detail = async () => (await page()).locator('.detail');
  const openFailed = async (): Promise<Frame> => {
    await press('Control+P');
    await workbench().quickInput().waitFor({ state: 'visible' });
    await workbench().quickInput().fill(`kestrel-1/trajectories/${file}`);
    await workbench().pick(file);
    const frame = await page();
    await expect.poll(() => frame.evaluate(() => document.hasFocus()), patience).toBe(true);
    // The editor hears of the page's focus by a message, and a letter before it is no key of ours yet.
    await frame.waitForTimeout(500);
    return frame;
  };

  it('D2: opens the run: its steps, a timeline, the first step in full', async () => {
    const frame = await openFailed();
    expect(await frame.locator('.facts').textContent()).toContain('submitted');
    await expect.poll(() => frame.locator('[role=option]').count(), patience).toBe(8);
    await frame.locator('.timeline').first().waitFor();
    await frame.locator('.detail').getByText('You work on a software project through a shell').waitFor();
    await workbench().screenshot('journey D2');
  });

  it('D3: E twice leads to step 5, whose edit is a diff', async () => {
    await press('e', 'e');
    await expect.poll(chosen, patience).toMatch(/\b5\b/);
    await (await detail()).getByText("if (text === '60s') return ms < 0 ? '-1m' : '1m';").first().waitFor();
    await workbench().screenshot('journey D3');
  });

  it('D6: T leads to step 7: the old suite is green', async () => {
    await press('t');
    await expect.poll(chosen, patience).toMatch(/\b7\b/);
    await (await detail()).getByText('# tests 27').first().waitFor();
    await workbench().screenshot('journey D6');
  });
});
