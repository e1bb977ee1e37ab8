import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { openRig } from './pageRig';
import { trajectoryHost } from './trajectoryHost';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of a long trajectory's page are left out: ${missing}`);

/** 30 steps are read of 300,000; a row would turn what stands beside it around. */
const host = `${trajectoryHost}
steps = 30; settled = 30; state = 'indexing'; last = 'cat \\u202egnp.exe <b>';
head.rawStatus = '\\u202edetimbus'; head.status = 'unknown';`;

describe.skipIf(missing !== null)('the page of a long and hostile trajectory', () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('trajectory', host));
    await page.locator('[role=option] svg').first().waitFor();
  });
  afterAll(() => browser?.close());

  const asked = async (name: string) =>
    ((await page.evaluate('window.asked')) as readonly [string][]).filter(([one]) => one === name).length;

  it('looks for signs by wish alone, also where few steps were known at first', async () => {
    await page.evaluate(`steps = 300000; settled = 300000; state = 'whole'`);
    const look = page.getByRole('button', { name: 'Look for signs in 300,000 steps' });
    await look.waitFor();
    await page.waitForTimeout(600);
    expect(await asked('signals')).toBe(0);
    await look.click();
    await expect.poll(() => asked('signals')).toBe(1);
  });

  it('gives long numbers their room', async () => {
    await page.locator('[role=listbox]').focus();
    await page.keyboard.press('End');
    const row = page.locator('[role=option][aria-selected=true]');
    await expect.poll(() => row.textContent()).toContain('300000');
    const [number, icon] = await Promise.all([
      row
        .locator('.number')
        .first()
        .evaluate((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getBoundingClientRect().right;
        }),
      row
        .locator('svg')
        .first()
        .evaluate((one) => one.getBoundingClientRect().left),
    ]);
    expect(icon).toBeGreaterThan(number);
  });

  it('shows signs that turn the direction of text, in rows and figures, and obeys none', async () => {
    const row = page.locator('[role=option][aria-selected=true]');
    await expect.poll(() => row.locator('.preview').textContent()).toBe('cat \ufffdgnp.exe <b> ');
    expect(await row.getAttribute('title')).toBe('cat \ufffdgnp.exe <b>');
    expect(await row.getAttribute('aria-label')).toContain('\ufffdgnp.exe');
    expect(await page.locator('.facts').textContent()).toContain('\ufffddetimbus');
  });

  it('keeps most of a low window for the steps, and nothing beyond its edges', async () => {
    await page.setViewportSize({ width: 750, height: 400 });
    const height = () => page.locator('.list').evaluate((list) => list.clientHeight);
    await expect.poll(height).toBeGreaterThan(120);
    expect(await page.evaluate('document.scrollingElement.scrollHeight <= innerHeight')).toBe(true);
    await page.keyboard.press('Enter');
    const pane = () => page.locator('.detail').evaluate((detail) => detail.clientHeight);
    await expect.poll(pane).toBeGreaterThan(160);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1200, height: 700 });
  });
});
