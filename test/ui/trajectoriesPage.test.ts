import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { openRig } from './pageRig';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the page of trajectories are left out: ${missing}`);

/** 1,500 trajectories in pieces of 500, whose outcomes come later; one that can't be read. */
const host = `
const total = 1500;
const row = (i, placed) => i === 2
  ? { path: '/s/night/heron.traj', which: 0, name: 'night/heron.traj', instanceId: null, runId: null, model: null,
      attempt: null, outcome: null, outcomeFrom: null, facts: null, fault: '/s/night/heron.traj, byte 40,112: JSON ends early.' }
  : { path: '/s/night/t' + i + '.traj', which: 0, name: 'night/t' + i + '.traj', instanceId: 'o__n-' + i,
      runId: i % 2 ? 'wren-1' : 'tit', model: '<b>model</b>', attempt: 1,
      outcome: placed ? (i % 3 ? { kind: 'resolved' } : { kind: 'unresolved', reason: 'tests' }) : null,
      outcomeFrom: placed ? 'study' : null, fault: i === 5 ? 'line 7' : null,
      facts: { format: 'mini', title: 'mini-swe-agent', version: null, instanceId: null, runId: null, agent: null, model: null,
        status: i % 10 ? 'submitted' : 'limit_turns', rawStatus: null, resolved: null, steps: 1500 - i, apiCalls: i,
        costUsd: i / 100, tokens: null, completion: null, startedAt: 0, endedAt: 1000 * i, patchLength: 0 } };
window.host = {
  load: async ({ target }) => target ?? { kind: 'folder', path: '/s/night' },
  rows: async ({ age, from }) => {
    const start = age === 0 && from >= 500 ? 0 : from;
    const rows = Array.from({ length: Math.min(500, total - start) }, (_, i) => row(start + i, from >= 500 || age > 0));
    return { age: from >= 500 ? 1 : age, from: start, rows, isWhole: start + rows.length >= total, fault: null };
  },
  open: async () => null, openInstance: async () => null, compare: async () => null, choose: async () => null,
  focusChanged: async () => null,
};`;

describe.skipIf(missing !== null)('a table of 1,500 trajectories', () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('trajectories', host, { width: 1400, height: 700 }));
    await page.locator('[role=status]', { hasText: '1,500 trajectories ·' }).waitFor();
  });
  afterAll(() => browser?.close());

  const status = () => page.locator('[role=status]').textContent();
  const last = (name: string) =>
    page.evaluate(
      (wanted) =>
        (window as unknown as { asked: [string, unknown][] }).asked
          .filter(([one]) => one === wanted)
          .map(([, argument]) => argument)
          .at(-1),
      name,
    );
  const letter = (key: string) =>
    page.evaluate((pressed) => (window as unknown as { press: (key: string) => void }).press(pressed), key);
  const list = () => page.locator('.list');
  const firstRun = () => page.locator('[aria-rowindex="2"] [aria-colindex="2"]').textContent();
  const filter = async (words: string) => {
    await page.keyboard.press('/');
    await page.locator('.field').fill(words);
    await page.keyboard.press('Enter');
  };

  it('shows every row once with what the study says of it, holds only what is seen, and shows texts as texts', async () => {
    expect(await status()).toBe('1,500 trajectories · ✓999 ✗500');
    expect(await list().getAttribute('aria-rowcount')).toBe('1501');
    expect(await page.locator('[role=row]').count()).toBeLessThan(80);
    expect(await page.locator('[aria-rowindex="2"]').textContent()).toContain('<b>model</b>');
  });

  it('says what can not be read, and opens it as text', async () => {
    expect(await page.locator('.fault').textContent()).toContain(
      '1 file unreadable: night/heron.traj, byte 40,112: JSON ends early.',
    );
    await list().focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => last('open')).toEqual({ what: 'raw', path: '/s/night/heron.traj', which: 0 });
    expect(await page.locator('[aria-rowindex="4"]').textContent()).toContain('Open Raw');
  });

  it('opens with Enter, its text with r, its instance with o', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => last('open')).toEqual({ what: 'trajectory', path: '/s/night/t3.traj', which: 0 });
    await letter('r');
    await expect.poll(() => last('open')).toEqual({ what: 'raw', path: '/s/night/t3.traj', which: 0 });
    await letter('o');
    await expect.poll(() => last('openInstance')).toEqual({ instanceId: 'o__n-3' });
  });

  it('x marks, the second one shows both side by side', async () => {
    await letter('x');
    await page.keyboard.press('ArrowDown');
    await letter('x');
    await expect
      .poll(() => last('compare'))
      .toEqual({ a: { path: '/s/night/t3.traj', which: 0 }, b: { path: '/s/night/t4.traj', which: 0 } });
    expect(await page.locator('[aria-selected=true]').count()).toBe(2);
  });

  it('filters by words and keys, says what it can not read, and keeps the filter before it', async () => {
    await filter('outcome:unresolved status:limit steps:>1000');
    await expect.poll(status).toMatch(/^17 of 1,500/);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('list');
    await filter('outcome:unresolved status:limit steps:>1000 nonsense:1');
    await expect.poll(status).toContain('There is no "nonsense:" here.');
    expect(await list().getAttribute('aria-rowcount')).toBe('18');
    await filter('zebra');
    await expect.poll(() => page.locator('.message').textContent()).toContain('No trajectory answers');
    await filter('');
    await expect.poll(status).toMatch(/^1,500/);
  });

  it('sorts by a column: rising, falling, as they came', async () => {
    await list().focus();
    await page.keyboard.press('Control+Home');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await letter('s');
    await expect.poll(firstRun).toBe('n-1499');
    expect(await page.locator('[aria-sort=ascending]').textContent()).toContain('Steps');
    await letter('s');
    await expect.poll(firstRun).toBe('n-0');
    await letter('s');
    await expect.poll(() => page.locator('[aria-sort=ascending], [aria-sort=descending]').count()).toBe(0);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[aria-sort=ascending]').textContent()).toContain('Run');
    await page.keyboard.press('?');
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
  });

  it('keeps target, filter, order and marks over a reload, never data', async () => {
    const kept = await page.evaluate(() => (window as unknown as { kept: object }).kept);
    expect(kept).toMatchObject({ target: { kind: 'folder', path: '/s/night' }, order: { by: 'run' } });
    expect(JSON.stringify(kept).length).toBeLessThan(500);
  });
});
