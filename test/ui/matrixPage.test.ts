import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { openRig } from './pageRig';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the matrix page are left out: ${missing}`);

/** 100,000 instances by 50 runs, made where they are asked for. */
const host = `
const rows = 100000, columns = 50;
const kinds = [
  { outcome: { kind: 'resolved' }, words: 'resolved' },
  { outcome: { kind: 'unresolved', reason: 'tests' }, words: 'unresolved' },
  { outcome: { kind: 'none', reason: 'time-out' }, words: 'no verdict: time-out' },
  { outcome: null, words: 'not evaluated' },
];
const cell = (row, column) => (row + column) % 11 === 10 ? null : {
  ...kinds[(row * 7 + column) % 4], score: null, verdicts: row % 5 === 0 ? 2 : 0,
  disagreement: row % 25 === 0, contradiction: '',
};
const head = (i) => ({
  key: 'run-' + i, kind: 'prediction', label: 'run-' + i, model: 'model', attempt: 1, rules: ['swebench-v5'], parent: null,
  counts: { resolved: 25000, unresolved: 25000, scored: 0, none: 25000, notEvaluated: 15909 },
});
let version = 0, shown = rows;
window.host = {
  shape: async ({ words, differ }) => {
    version++;
    shown = words === 'nothing' ? 0 : words === 'few' ? 30 : rows;
    return { kind: 'matrix', filter: '', shape: {
      version, rows: shown, found: rows, known: rows, columns: Array.from({ length: columns }, (_, i) => head(i)),
    } };
  },
  window: async (range) => {
    if (range.version !== version) return null;
    const ids = Array.from({ length: Math.min(range.rows, shown - range.firstRow) }, (_, i) => range.firstRow + i);
    const across = Array.from({ length: Math.min(range.columns, columns - range.firstColumn) }, (_, i) => range.firstColumn + i);
    return { ...range,
      heads: ids.map((row) => ({ datasetPath: '/d', id: 'o__n-' + row, title: 'Title ' + row })),
      cells: ids.map((row) => across.map((column) => cell(row, column))),
    };
  },
  open: async () => null, compare: async () => null, help: async () => null, focusChanged: async () => null,
};`;

describe.skipIf(missing !== null)('the matrix of 100,000 instances by 50 runs', () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('matrix', host));
    await page.locator('[role=gridcell] svg').first().waitFor();
  });
  afterAll(() => browser?.close());

  const active = () =>
    page.evaluate(() => {
      const grid = document.querySelector('[role=grid]');
      const cell = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '');
      const row = cell?.closest('[role=row]');
      const { x = 0, y = 0, width = 0, height = 0 } = cell?.getBoundingClientRect() ?? {};
      // Whole, and not under the headers that stay in view.
      const corners = [
        [x + 2, y + 2],
        [x + width - 2, y + height - 2],
      ] as const;
      const inside = corners.every(([left, top]) => cell?.contains(document.elementFromPoint(left, top)));
      return {
        row: Number(row?.getAttribute('aria-rowindex')),
        column: Number(cell?.getAttribute('aria-colindex')),
        inside,
      };
    });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const asked = (name: string) =>
    page.evaluate(
      (wanted) => (window as unknown as { asked: [string, unknown][] }).asked.filter(([one]) => one === wanted),
      name,
    );

  it('tells its whole size to a screen reader and holds only what is seen', async () => {
    const grid = page.locator('[role=grid]');
    expect(await grid.getAttribute('aria-rowcount')).toBe('100001');
    expect(await grid.getAttribute('aria-colcount')).toBe('51');
    expect(await page.locator('[role=gridcell]').count()).toBeLessThan(700);
  });

  it('walks by keys to every edge, with the cell in view and in the page', async () => {
    await page.locator('[role=grid]').focus();
    expect(await active()).toEqual({ row: 2, column: 2, inside: true });
    await press('ArrowDown', 'ArrowDown', 'ArrowRight');
    expect(await active()).toEqual({ row: 4, column: 3, inside: true });
    await press('End');
    expect(await active()).toEqual({ row: 4, column: 51, inside: true });
    await press('Control+End');
    expect(await active()).toEqual({ row: 100_001, column: 51, inside: true });
    await press('PageUp', 'Home');
    const up = await active();
    expect(up.row).toBeLessThan(100_001);
    expect(up).toMatchObject({ column: 1, inside: true });
    await press('Control+Home', 'ArrowUp');
    expect(await active()).toEqual({ row: 1, column: 2, inside: true });
    await press('ArrowDown');
  });

  it('shows the cells of wherever one scrolls to, and asks for little more', async () => {
    const before = (await asked('window')).length;
    await page.locator('[role=grid]').evaluate((grid) => {
      for (let step = 1; step <= 40; step++) grid.scrollTop = step * 50_000;
      grid.scrollTop = 1_100_000;
      grid.scrollLeft = 3000;
    });
    const far = page.locator('[role=row][aria-rowindex="50020"]');
    await far.locator('[role=gridcell] svg').first().waitFor();
    expect(await far.locator('[role=rowheader]').textContent()).toContain('n-50018');
    expect((await asked('window')).length - before).toBeLessThan(20);
    expect(await page.locator('[role=gridcell]').count()).toBeLessThan(700);
    expect((await active()).row, 'the active cell stays in the page').toBe(2);
  });

  it('names a cell by run, outcome, verdicts and disagreement, never by colour alone', async () => {
    await page.locator('[role=grid]').evaluate((grid) => grid.scrollTo(0, 0));
    const cell = page.locator('[aria-rowindex="2"] [role=gridcell]').first();
    await expect
      .poll(() => cell.getAttribute('aria-label'))
      .toBe('run-0: resolved, 2 verdicts, people disagree with the tests or one another');
    expect(await cell.textContent()).toContain('≠');
    expect(await page.locator('[role=columnheader]').nth(1).getAttribute('aria-label')).toContain('swebench-v5');
  });

  it('opens the review of a cell by Enter, the instance by O, the trajectory by T', async () => {
    await page.locator('[role=grid]').focus();
    await press('Control+Home', 'ArrowDown', 'Enter');
    await page.evaluate(() => (window as unknown as { press: (key: string) => void }).press('o'));
    await page.evaluate(() => (window as unknown as { press: (key: string) => void }).press('t'));
    await expect.poll(async () => (await asked('open')).length).toBe(3);
    const cell = { datasetPath: '/d', instanceId: 'o__n-1', runKey: 'run-0' };
    expect((await asked('open')).map(([, argument]) => argument)).toEqual([
      { what: 'review', ...cell },
      { what: 'instance', ...cell },
      { what: 'trajectory', ...cell },
    ]);
  });

  it('filters by what is typed after /, says how many are left, and what to do where none is', async () => {
    await press('/');
    await page.keyboard.type('nothing');
    await page.locator('.message').waitFor();
    expect(await page.locator('.message').textContent()).toContain('No instance has "nothing"');
    await page.getByRole('button', { name: 'Show all instances' }).click();
    await page.locator('[role=gridcell] svg').first().waitFor();
    await press('/');
    await page.keyboard.type('few');
    await expect.poll(() => page.locator('[role=status]').textContent()).toContain('30 of 100,000 instances');
    await press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
  });

  it('sorts by a column: first, last, not at all', async () => {
    await press('Control+Home', 'ArrowUp');
    const head = page.locator('#cell--1-0');
    for (const sort of ['ascending', 'descending', 'none']) {
      await press('Enter');
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(sort);
    }
  });

  it('lists its keys by ? and gives the keyboard back', async () => {
    await press('?');
    await page.locator('dialog').waitFor();
    await press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
  });

  it('asks for the matrix again where the app has lost it', async () => {
    const field = page.locator('input[type=text]');
    await field.fill('');
    await expect.poll(() => page.locator('[role=grid]').getAttribute('aria-rowcount')).toBe('100001');
    const before = (await asked('shape')).length;
    await page.evaluate('version++');
    await page.locator('[role=grid]').evaluate((grid) => grid.scrollTo(0, 500_000));
    await expect.poll(async () => (await asked('shape')).length).toBe(before + 1);
    await page.locator('[aria-rowindex="22740"] [role=gridcell] svg').first().waitFor();
    await field.fill('few');
    await expect.poll(() => page.locator('[role=grid]').getAttribute('aria-rowcount')).toBe('31');
  });

  it('keeps filter, sort, place and scroll for the next load', async () => {
    const kept = await page.evaluate(() => (window as unknown as { kept: unknown }).kept);
    expect(kept).toMatchObject({ wish: { words: 'few', differ: false }, place: { row: -1, column: 0 } });
  });
});
