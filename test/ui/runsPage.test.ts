import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { openRig } from './pageRig';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the page of two runs are left out: ${missing}`);

/** 100,000 instances of two runs; flows of 1 to 40,000. */
const host = `
const column = (key) => ({ key, kind: 'prediction', label: key, model: key, attempt: 1, rules: ['swebench-v5'], parent: null });
const flows = [
  { from: 'ok', to: 'ok', n: 40000 }, { from: 'ok', to: 'indentation', n: 9000 }, { from: 'not-run', to: 'ok', n: 5000 },
  { from: 'assertion', to: 'assertion', n: 20000 }, { from: 'assertion', to: 'name', n: 2 }, { from: 'import', to: 'other', n: 1 },
];
const flowTotal = flows.reduce((sum, { n }) => sum + n, 0);
const comparison = { n: 100000, flows, flowTotal, reasons: [{ reason: 'B not evaluated', n: 25997 }],
  sets: { both: 40000, 'only-a': 9000, 'only-b': 5000, neither: 20003, 'not-comparable': 25997 },
  a: { types: [], unknown: 0 }, b: { types: [], unknown: 0 } };
const reply = (typed, { a, b }) => ({ kind: 'comparison', columns: [], shown: { a: column(a), b: column(b), typed,
  comparison: typed ? comparison : { ...comparison, flows: [], flowTotal: 0 } } });
const side = (type, line) => ({ inRun: true, outcome: { kind: type === 'ok' ? 'resolved' : 'unresolved', reason: 'tests' },
  words: type === 'ok' ? 'resolved' : 'unresolved', error: { type, rule: 'a rule', line, text: 'E   <b>x</b>' } });
window.host = {
  load: async ({ place }) => reply(false, place ?? { a: 'one', b: 'two' }),
  readLogs: async (place) => reply(true, place),
  window: async ({ filter, from, count }) => {
    const total = filter.from === 'assertion' && filter.to === 'name' ? 2 : filter.set === 'only-a' ? 9000 : 100000;
    return { total, from, rows: Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, i) => ({
      instanceId: 'o__n-' + (from + i), set: 'neither', reason: '', a: side('assertion', 7), b: side('ok', null) })) };
  },
  open: async () => null, save: async () => null, choose: async () => null, focusChanged: async () => null,
};`;

describe.skipIf(missing !== null)('two runs over 100,000 instances', () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('runs', host, { width: 1400, height: 900 }));
    await page.locator('.flows').waitFor();
  });
  afterAll(() => browser?.close());

  const asked = (name: string) =>
    page.evaluate(
      (wanted) =>
        (window as unknown as { asked: [string, unknown][] }).asked
          .filter(([one]) => one === wanted)
          .map(([, argument]) => argument),
      name,
    );
  const letter = (key: string) =>
    page.evaluate((pressed) => (window as unknown as { press: (key: string) => void }).press(pressed), key);
  const firstRow = () => page.locator('[aria-rowindex="2"] [role=rowheader]');

  it('counts at once, then reads the logs, and shows every number of the flow in picture and table', async () => {
    expect(await asked('readLogs')).toEqual([{ a: 'one', b: 'two' }]);
    expect(await page.locator('figure svg').getAttribute('aria-label')).toContain('9000 lost, 5000 gained');
    const numbers = await page.locator('.flows tbody tr:not(.total) td:not(:last-child) button').allTextContents();
    expect(numbers.map((text) => Number(text.replaceAll(',', ''))).sort((a, b) => a - b)).toEqual([
      1, 2, 5000, 9000, 20_000, 40_000,
    ]);
    expect(await page.locator('.ribbon').count()).toBe(6);
    expect(await page.locator('figcaption').textContent()).toContain('2 flows under 3 (3 instances)');
  });

  it('gives a percentage with its n', async () => {
    const lost = page.locator('.flows button[aria-label^="OK to indentation"]');
    expect(await lost.getAttribute('aria-label')).toBe('OK to indentation: 9000 of 74003 (12.2%)');
  });

  it('lists the instances behind a flow, a set, or all, and holds only what is seen', async () => {
    await page.locator('.flows button[aria-label^="assertion to name"]').click();
    await expect.poll(() => page.locator('[role=rowheader]').count()).toBe(2);
    await page.locator('.set', { hasText: 'all instances' }).click();
    await expect.poll(() => page.locator('.list').getAttribute('aria-rowcount')).toBe('100001');
    expect(await page.locator('[role=rowheader]').count()).toBeLessThan(80);
    await page.locator('.list').focus();
    await page.keyboard.press('Control+End');
    await page.locator('[aria-rowindex="100001"] [role=rowheader]').waitFor();
    await page.keyboard.press('Control+Home');
    await firstRow().waitFor();
  });

  it('opens the side under the focus by Enter, the instance by O, the deciding line by L', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await letter('o');
    await letter('l');
    await expect.poll(async () => (await asked('open')).length).toBe(4);
    const at = { instanceId: 'o__n-0' };
    expect(await asked('open')).toEqual([
      { ...at, what: 'review', runKey: 'one', line: 7 },
      { ...at, what: 'review', runKey: 'two', line: null },
      { ...at, what: 'instance', runKey: 'one', line: 7 },
      { ...at, what: 'log', runKey: 'one', line: 7 },
    ]);
  });

  it('shows lines of logs as text', async () => {
    expect(await page.locator('[aria-rowindex="2"] [role=gridcell]').first().getAttribute('title')).toContain(
      '<b>x</b>',
    );
    expect(await page.locator('.list b').count()).toBe(0);
  });

  it('swaps the sides with their filter, folds the picture away, and saves', async () => {
    await page.locator('.set', { hasText: 'only one' }).click();
    await letter('s');
    await expect.poll(() => page.locator('.bar strong').allTextContents()).toEqual(['two', 'one']);
    await expect.poll(() => page.locator('.set.chosen').textContent()).toContain('only one');
    await letter('t');
    await expect.poll(() => page.locator('figure').count()).toBe(0);
    await letter('x');
    await expect.poll(() => asked('save')).toEqual([{ a: 'two', b: 'one', as: 'csv', how: 'file' }]);
    const kept = await page.evaluate(() => (window as unknown as { kept: unknown }).kept);
    expect(kept).toMatchObject({ place: { a: 'two', b: 'one' }, filter: { set: 'only-b' }, table: true });
  });
});
