import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePatches } from '../../src/core/patch/comparePatches';
import { hunkMap } from '../../src/core/patch/hunkMap';
import { parsePatch } from '../../src/core/patch/parsePatch';
import { findChromium, missingChromium } from '../host/browser';
import { openRig } from './pageRig';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the hunk map's page are left out: ${missing}`);

const hunk = (line: number, from: string, to: readonly string[]) =>
  `@@ -${line},1 +${line},${to.length} @@\n-${from}\n${to.map((each) => `+${each}\n`).join('')}`;
const change = (path: string, ...hunks: readonly string[]) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks.join('')}`;
const hostile = 'src/<img src=x onerror=window.stung=1>.js';

const gold =
  change('src/iso.js', hunk(4, 'old', ['new']), hunk(40, 'was', ['is', 'and is'])) +
  change('test/iso.test.js', hunk(9, 'a', ['b'])) +
  change('package-lock.json', hunk(1, '1', ['2']));
const model =
  change('src/iso.js', hunk(4, 'old', ['  new']), hunk(60, 'x', ['y'])) +
  change('test/iso.test.js', hunk(9, 'a', ['skipped'])) +
  change(hostile, hunk(2, 'p', ['q'])) +
  'diff --git a/src/old.js b/src/young.js\nsimilarity index 100%\nrename from src/old.js\nrename to src/young.js\n';

const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const stateOf = (goldText: string, modelText: string, more: object = {}) => ({
  ...{ kind: 'map', item: 'A, spandrel-31', goldHidden: null, isLong: false, here: null },
  marks: { opened: ['src/iso.js'], viewed: ['test/iso.test.js'] },
  map: hunkMap(
    comparePatches(parsePatch(goldText), parsePatch(modelText)),
    { gold: goldText === '' ? 'hidden' : 'patch', model: 'patch' },
    'f00d',
  ),
  ...more,
});

const host = (state: object) => `window.host = { load: async () => (${json(state)}), go: async () => null,
  at: async () => null, back: async () => null, focusChanged: async () => null };`;

interface Asked {
  readonly asked: readonly (readonly [name: string, argument: unknown])[];
}

const lastAsked = (page: Page, name: string) =>
  page.evaluate(
    (wanted) => (window as unknown as Asked).asked.findLast(([each]) => each === wanted)?.[1] ?? null,
    name,
  );

const send = (page: Page, name: string, argument: object) =>
  page.evaluate((message) => window.postMessage(message, '*'), { rpc: 'call', id: 9, name, argument });

const labels = (page: Page) =>
  page.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));

describe.skipIf(missing !== null)('the hunk map', () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('hunkMap', host(stateOf(gold, model)), { width: 900, height: 320 }));
    await page.getByRole('option').first().waitFor();
  });
  afterAll(() => browser?.close());

  it('says every file and hunk with class, lines on both sides and state; what a tool made comes folded, last', async () => {
    expect(await page.locator('h2').textContent()).toBe('A, spandrel-31');
    expect(await page.locator('.totals').textContent()).toBe(
      'Gold 3 files +5 −4, patch 4 files +4 −4: 2 of 4 gold hunks met',
    );
    expect(await labels(page)).toEqual([
      'src/iso.js, same file, gold +3 −2, patch +2 −2, opened',
      'hunk 1 of 3, same but for white space, gold 4, +1 −1, patch 4, +1 −1',
      'hunk 2 of 3, only gold, gold 40–41, +2 −1, patch nothing',
      'hunk 3 of 3, only patch, gold nothing, patch 60, +1 −1',
      'test/iso.test.js, tests, changed by the patch, gold +1 −1, patch +1 −1, viewed',
      'hunk 1 of 1, tests, gold 9, +1 −1, patch 9, +1 −1',
      `${hostile}, outside the task, patch +1 −1, not opened`,
      'hunk 1 of 1, outside the task, gold nothing, patch 2, +1 −1',
      'src/young.js, outside the task; patch: renamed from src/old.js; no lines, patch +0 −0, not opened',
      'package-lock.json, generated, gold +1 −1, not opened, 1 hunk folded',
    ]);
    expect(await page.locator('.letter').allTextContents()).toEqual(['≈', '=', 'G', 'P', 'T', 'T', 'X', 'X', 'X', 'N']);
  });

  it('shows names as text', async () => {
    expect(await page.locator('#app img').count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, 'stung') ?? null)).toBeNull();
  });

  it('is one tab stop with arrows inside; Enter goes to the diff, a click shows the place and keeps the keyboard here', async () => {
    const list = page.getByRole('listbox');
    await list.focus();
    await page.keyboard.press('Home');
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    expect(await list.getAttribute('aria-activedescendant')).toBe('row-2');
    expect(await lastAsked(page, 'at')).toEqual({ to: { file: 0, hunk: 1 } });
    await page.keyboard.press('Enter');
    expect(await lastAsked(page, 'go')).toEqual({ to: { file: 0, hunk: 1 }, takesKeys: true });
    await page.getByRole('option').nth(3).click();
    expect(await lastAsked(page, 'go')).toEqual({ to: { file: 0, hunk: 2 }, takesKeys: false });
    expect(await page.locator('[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await lastAsked(page, 'back')).toBeNull();
  });

  it('folds a file with the left arrow and opens it with the right', async () => {
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('option').count()).toBe(7);
    expect((await labels(page))[0]).toContain('3 hunks folded');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('option').count()).toBe(11);
  });

  it('follows the diff, and marks what was viewed', async () => {
    await send(page, 'here', { to: { file: 1, hunk: 0 } });
    await expect.poll(() => page.locator('.here').getAttribute('aria-label')).toContain('hunk 1 of 1, tests');
    await send(page, 'marked', { opened: [], viewed: ['src/iso.js', 'test/iso.test.js'] });
    await expect.poll(async () => (await labels(page))[0]).toContain('viewed');
    expect(await page.locator('header').textContent()).toContain('4 files, 2 not opened');
  });

  it('says what the patches are warned of', async () => {
    expect(await page.locator('summary').textContent()).toContain('notes on the patches');
    const map = stateOf(gold, model).map;
    const said = { ...map, warnings: [{ side: 'model', kind: 'crlf', line: 3, text: 'Lines end in CR LF.' }] };
    await send(page, 'show', stateOf(gold, model, { map: { ...said, hash: 'beef', moved: [] } }));
    await expect.poll(() => page.locator('summary').textContent()).toContain('patch patch line 3: Lines end in CR LF.');
  });

  it('shows the patch alone where gold is hidden, and by which rule', async () => {
    const goldHidden = { title: 'Hidden until you submit', rule: 'The study file says blinding.gold: after-verdict.' };
    await send(page, 'show', stateOf('', model, { goldHidden }));
    await expect.poll(() => page.locator('.totals').textContent()).toContain('Gold is hidden, patch 4 files +4 −4');
    expect(await page.locator('header').textContent()).toContain(goldHidden.rule);
    expect((await labels(page)).join()).not.toContain('only gold');
  });

  it('lists many files first, folded, and puts on the page no more than is seen', async () => {
    const many = Array.from({ length: 300 }, (_, i) => change(`src/f${i}.js`, hunk(4, 'old', ['new']))).join('');
    await send(page, 'show', stateOf(many, many, { isLong: true }));
    await expect.poll(() => page.locator('header').textContent()).toContain('many files');
    expect(await page.getByRole('option').count()).toBeLessThan(60);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.here').getAttribute('aria-label')).toContain('src/f299.js');
  });

  it('loses nothing at twice the size', async () => {
    await send(page, 'show', stateOf(gold, model));
    await page.setViewportSize({ width: 450, height: 300 });
    await page.getByRole('option', { name: /^src\/iso.js/ }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(450);
    expect(await page.getByRole('option').count()).toBeGreaterThan(9);
  });
});
