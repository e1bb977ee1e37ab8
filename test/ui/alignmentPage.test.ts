import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { openRig } from './pageRig';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the page of two trajectories are left out: ${missing}`);

/** 10,000 steps a side; the first rows: reads, the same edit, other edits, alone, submit. */
const host = `
const step = (idx, more = {}) => ({ idx, role: 'agent', kind: 'shell', preview: '<i>step</i> ' + idx, durationMs: 1500,
  failed: false, exitCode: null, ...more });
const steps = Array.from({ length: 10000 }, (_, i) => step(i + 1, i === 3 ? { failed: true, exitCode: 1 } : {}));
const side = (name, outcome) => ({ ref: { path: '/s/' + name + '.traj', which: 0 }, steps, row: {
  path: '/s/' + name + '.traj', which: 0, name: name + '.traj', instanceId: 'o__n-1', runId: name, model: 'm-' + name,
  attempt: 1, outcome, outcomeFrom: 'study', fault: null,
  facts: { format: 'mini', title: 'mini', version: null, instanceId: null, runId: null, agent: null, model: null,
    status: 'submitted', rawStatus: null, resolved: null, steps: 10000, apiCalls: 9, costUsd: null, tokens: null,
    completion: null, startedAt: 0, endedAt: 90000, patchLength: 12 } } });
const span = (from, to = from) => ({ from, to });
const row = (a, b, kind, what, differs = false, isFirstEdit = false) =>
  ({ a, b, anchor: kind ? { kind, what } : null, isFirstEdit, differs });
const rows = [
  row(span(1, 2), span(1), 'reads', 'a.py'),
  row(span(3), span(2), 'edits', 'a.py', false, true),
  row(span(4), null, 'tests', '*', true),
  row(span(5), null, null, null, true),
  row(span(6), span(3), 'edits', 'b.py', true, true),
  ...Array.from({ length: 9993 }, (_, i) => row(span(7 + i), span(4 + i), 'reads', 'c' + i + '.py')),
  row(null, span(9997, 9999), null, null, true),
  row(span(10000), span(10000), 'submits', ''),
];
window.host = {
  load: async () => ({ kind: 'alignment', shown: { a: side('wren', { kind: 'resolved' }),
    b: side('tit', { kind: 'unresolved', reason: 'tests' }), rows, filesDiffer: 4, notes: ['These are two instances.'] } }),
  openStep: async () => null, files: async () => null, focusChanged: async () => null,
};`;

describe.skipIf(missing !== null)('two trajectories of 10,000 steps side by side', () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('alignment', host, { width: 1400, height: 800 }));
    await page.locator('.list').focus();
  });
  afterAll(() => browser?.close());

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
  const here = () => page.locator('.list').getAttribute('aria-activedescendant');
  const line = (at: number) => page.locator(`[aria-rowindex="${at + 1}"]`);

  it('shows both as a whole, what both do between them, and steps without a counterpart', async () => {
    expect(await page.locator('.side').allTextContents()).toEqual([
      expect.stringMatching(/wren.*m-wren.*resolved.*10,000 \/ 9.*unknown.*1 m 30 s/),
      expect.stringMatching(/tit.*m-tit.*unresolved/),
    ]);
    expect(await line(0).textContent()).toMatch(
      /^1–2command<i>step<\/i> 1in 2 steps3\.0 sreads a\.py1command<i>step<\/i> 1/,
    );
    expect(await line(2).textContent()).toContain('no counterpart');
    expect(await line(2).textContent()).toContain('exit 1');
    expect(await page.locator('[role=status]').textContent()).toBe(
      '5 of 20,000 steps have no counterpart and stay listed',
    );
    expect(await page.locator('[role=row]').count()).toBeLessThan(80);
    expect(await page.locator('.note').textContent()).toContain('two instances');
  });

  it('draws a line where the files begin to differ', async () => {
    expect(await line(4).textContent()).toContain('The files differ from here on');
    expect(await line(5).textContent()).toContain('first edit of b.py');
  });

  it('j and k go between anchors, n and p between the beginnings of differences', async () => {
    const after = async (key: string) => {
      await letter(key);
      return here();
    };
    expect([await after('j'), await after('j'), await after('k'), await after('k')]).toEqual([
      ...['row-1-0', 'row-5-0', 'row-1-0', 'row-0-0'],
    ]);
    expect([await after('n'), await after('n'), await after('p')]).toEqual(['row-2-0', 'row-9999-0', 'row-2-0']);
  });

  it('Enter opens the step of the side, arrows change sides and rows', async () => {
    await page.keyboard.press('Enter');
    await expect.poll(() => last('openStep')).toEqual({ path: '/s/wren.traj', which: 0, step: 4 });
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => last('openStep')).toEqual({ path: '/s/tit.traj', which: 0, step: 2 });
  });

  it('d shows the files as they stood by then', async () => {
    await page.keyboard.press('Control+Home');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
    await letter('d');
    await expect.poll(() => last('files')).toMatchObject({ a: { path: '/s/wren.traj' }, stepA: 5, stepB: 2 });
  });

  it('s swaps the sides', async () => {
    await letter('s');
    await expect.poll(() => page.locator('.side').first().textContent()).toContain('tit');
    expect(await page.evaluate(() => (window as unknown as { kept: object }).kept)).toMatchObject({
      pair: { a: { path: '/s/tit.traj' }, b: { path: '/s/wren.traj' } },
    });
    await letter('s');
  });

  it('shows differences, edits, tests or errors alone, each with its count', async () => {
    expect(await page.locator('.chip').allTextContents()).toEqual([
      ...['All 10,000', '≠ Differences 4', 'Edits 2', 'Tests 1', 'Errors 2'],
    ]);
    await page.locator('.chip', { hasText: 'Edits' }).click();
    await expect.poll(() => page.locator('[role=row]').count()).toBe(3);
    await page.locator('.chip', { hasText: 'All' }).click();
    await page.keyboard.press('?');
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
  });
});
