import { describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { type RigWindow, useTrajectoryPage } from './openedTrajectoryPage';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the trajectory page are left out: ${missing}`);

describe.skipIf(missing !== null)('the page of a trajectory of 5,000 steps', () => {
  const { page, letter, chosen } = useTrajectoryPage();
  const after = async (key: string) => {
    await letter(key);
    await page().waitForTimeout(60);
    return chosen();
  };

  it('says status, steps beside API calls, and an incomplete cost with its source', async () => {
    const facts = await page().locator('.facts').textContent();
    expect(facts).toContain('Status submitted');
    expect(facts).toContain('5,000 visible of 5,092 API calls');
    expect(facts).toContain('≥ $0.0731 incomplete');
    expect(facts).toContain('1 file, +2 −1');
    expect(facts).toContain('945,729 in · 11,975 out');
    expect(await page().locator('.warnings').textContent()).toContain('1 warning');
  });

  it('holds only the rows that are seen, and tells the whole number to a screen reader', async () => {
    const options = page().locator('[role=option]');
    expect(await options.count()).toBeLessThan(80);
    expect(await options.nth(1).getAttribute('aria-setsize')).toBe('5001');
    expect(await options.nth(1).getAttribute('aria-label')).toBe('step 2, command, <b>command</b> 2');
  });

  it('goes by letters to steps, errors, edits, tests, turns and both ends', async () => {
    expect(await after('j')).toBe(2);
    expect(await after('k')).toBe(1);
    expect(await after('J')).toBe(2);
    expect(await after('e')).toBe(7);
    expect(await after('t')).toBe(11);
    expect(await after('n')).toBe(50);
    expect(await after('n')).toBe(100);
    expect(await after('p')).toBe(50);
    expect(await after('G')).toBe(5000);
    expect(await page().locator('#step-5000').textContent()).toContain('exit 1');
    expect(await after('n')).toBe(5000);
    expect(await page().locator('[role=status]').textContent()).toBe('No later step that failed');
    expect(await after('g')).toBe(1);
  });

  it('moves by arrows in the list, the chosen row whole in view', async () => {
    await page().locator('[role=listbox]').focus();
    await page().keyboard.press('End');
    await expect.poll(chosen).toBe(5000);
    await page().keyboard.press('PageUp');
    await expect.poll(chosen).toBeLessThan(5000);
    await page().keyboard.press('Home');
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('ArrowDown');
    await expect.poll(chosen).toBe(3);
    const box = await page().locator('#step-3').boundingBox();
    const list = await page().locator('[role=listbox]').boundingBox();
    expect(box && list && box.y >= list.y && box.y + box.height <= list.y + list.height).toBe(true);
  });

  it('shows a step whole and as text: no markup of it is run, controls are named, colours are kept', async () => {
    const detail = page().locator('.detail');
    await detail.getByText('Thought 3 <script>').waitFor();
    const text = await detail.textContent();
    expect(text).toContain('not-read no JSON');
    expect(text).toContain('encrypted by the provider');
    expect(text).toContain('ls -la');
    expect(text).toContain('exit 0');
    expect(text).toContain('the model saw 10 of 40');
    expect(text).toContain('U+202E');
    expect(text).toContain('1 terminal sequence without text');
    expect(await detail.locator('.a-1').textContent()).toBe('red');
    expect(await detail.locator('.d-added').textContent()).toBe('+new\n');
    expect(await detail.locator('img, script').count()).toBe(0);
    expect(await page().title()).toBe('');
  });

  it('folds long texts and loses nothing of them', async () => {
    const detail = page().locator('.detail');
    expect(await detail.textContent()).not.toContain('line 100\n');
    await detail.getByRole('button', { name: /lines folded/ }).click();
    expect(await detail.textContent()).toContain('line 100\n');
    await expect.poll(() => detail.textContent()).toContain(`${'a'.repeat(1000)}${'b'.repeat(500)}`);
  });

  it('shows the raw bytes and where they stand', async () => {
    await letter('w');
    await expect
      .poll(() => page().locator('.detail').textContent())
      .toContain('a.traj.json · bytes 10 to 400 · at messages.3');
    await page().getByText('{"raw": true}').waitFor();
    await page().getByRole('button', { name: 'Step', exact: true }).click();
    await page().getByText('Thought 3').waitFor();
  });

  it('gives the keyboard to the step and back, and lists its keys', async () => {
    const focused = () => page().evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page().locator('[role=listbox]').focus();
    await page().keyboard.press('Enter');
    await expect.poll(focused).toBe('Step 3');
    await page().keyboard.press('Escape');
    await expect.poll(focused).toBe('Steps');
    await letter('f');
    await expect.poll(focused).toBe('Step 3');
    await letter('f');
    await page().keyboard.press('?');
    await page().locator('dialog').waitFor();
    await page().keyboard.press('Escape');
    await page().locator('dialog').waitFor({ state: 'detached' });
  });

  it('asks again where the app has lost the reading, and stays at its step', async () => {
    await page().evaluate('version++');
    await page()
      .locator('[role=listbox]')
      .evaluate((list) => list.scrollTo(0, 50_000));
    await page().locator('[aria-posinset="2280"] svg').waitFor();
    expect(await chosen()).toBe(3);
  });

  it('keeps step and side for the next load', async () => {
    const kept = await page().evaluate(() => (window as unknown as RigWindow).kept);
    expect(kept).toMatchObject({ which: 0, place: { idx: 3, tab: 'step', inStep: false } });
  });
});
