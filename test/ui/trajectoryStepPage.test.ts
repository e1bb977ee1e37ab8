import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { openRig } from './pageRig';
import { stepPageHost } from './stepPageHost';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the trajectory page's step are left out: ${missing}`);

interface RigWindow {
  readonly press: (key: string) => void;
  readonly told: readonly unknown[];
  readonly kept: { readonly find: unknown; readonly place: { readonly scroll: number } };
}

const pictures = process.env['TOUCHSTONE_PICTURES'];

describe.skipIf(missing !== null)('the step of a trajectory page', () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('trajectory', stepPageHost));
    await page.locator('[role=option] svg').first().waitFor();
  });
  afterAll(() => browser?.close());

  const letter = (key: string) => page.evaluate((k) => (window as unknown as RigWindow).press(k), key);
  const chosen = () => page.locator('[role=option][aria-selected=true]').getAttribute('id');
  const detail = () => page.locator('.detail');
  const found = () => page.locator('.find .found').textContent();
  const picture = async (name: string) => {
    if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  };
  const told = () => page.evaluate(() => (window as unknown as RigWindow).told);

  it('finds as one types, from the step that is shown, with counts in the list', async () => {
    await page.locator('[role=listbox]').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('line 15');
    await expect.poll(found).toBe('1 of 22');
    expect(await chosen()).toBe('step-3');
    expect(await page.locator('#step-3').textContent()).toContain('11');
    const now = page.locator('mark.now');
    expect(await now.textContent()).toBe('line 15');
    expect(await now.isVisible()).toBe(true);
    expect(await page.locator('mark').count()).toBeGreaterThan(0);
    await picture('find');
  });

  it('goes on and back by Enter, F3 and buttons, around both ends', async () => {
    await page.keyboard.press('Enter');
    await expect.poll(found).toBe('2 of 22');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(found).toBe('22 of 22');
    await expect.poll(chosen).toBe('step-41');
    await page.keyboard.press('F3');
    await expect.poll(found).toBe('1 of 22');
    await expect.poll(chosen).toBe('step-3');
    await page.getByRole('button', { name: 'Next match' }).click();
    await expect.poll(found).toBe('2 of 22');
  });

  it('opens the fold in which a match stands, far down a text that the page has not loaded', async () => {
    await page.locator('.find input').fill('needle');
    await expect.poll(found).toBe('1 of 2');
    await expect.poll(chosen).toBe('step-40');
    await expect.poll(() => page.locator('mark.now').textContent()).toBe('needle');
    expect(await detail().textContent()).toContain('row 123455\n');
    expect(await detail().textContent()).not.toContain('row 60000\n');
    expect(await page.locator('mark.now').evaluate((mark) => mark.getBoundingClientRect().top)).toBeGreaterThan(0);
    await picture('find in a fold');
  });

  it('shows what stands in no step', async () => {
    await page.keyboard.press('F3');
    await expect.poll(found).toBe('2 of 2');
    await expect.poll(() => detail().textContent()).toContain('a needle in no step');
    expect(await detail().textContent()).toContain('a.traj.json · bytes 0 to 55');
    await expect.poll(() => page.locator('mark.now').textContent()).toBe('needle');
    await picture('find in no step');
  });

  it('says what was looked through, and why an expression is none', async () => {
    const input = page.locator('.find input');
    await input.fill('3599600');
    await expect.poll(found).toBe('0 of 0 in 5,000 steps and 1 raw part');
    await input.fill('(');
    await expect.poll(found).toBe('Unterminated group');
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
    await input.fill('LINE 15');
    await expect.poll(found).toBe('12 of 22');
    await page.keyboard.press('Alt+C');
    await expect.poll(found).toContain('0 of 0');
    expect(await page.getByRole('button', { name: 'Match case' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Alt+C');
    await expect.poll(found).toBe('12 of 22');
  });

  it('closes by Escape, gives the keyboard back, and keeps the text', async () => {
    await page.keyboard.press('Escape');
    await page.locator('.find').waitFor({ state: 'detached' });
    expect(await page.locator('mark').count()).toBe(0);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toMatch(/^Steps|^Step \d+/);
    await page.keyboard.press('Control+f');
    expect(await page.locator('.find input').inputValue()).toBe('LINE 15');
    await page.keyboard.press('Escape');
    const kept = await page.evaluate(() => (window as unknown as RigWindow).kept);
    expect(kept.find).toMatchObject({ open: false, query: { text: 'LINE 15' } });
  });

  it('folds the section at hand by Space, and all of a text opens by a button', async () => {
    await letter('g');
    await letter('j');
    await letter('j');
    await detail().getByText('Thought 3').waitFor();
    await page.locator('[role=listbox]').focus();
    const first = detail().locator('details.part').first();
    const isOpen = () => first.evaluate((part) => (part as HTMLDetailsElement).open);
    const before = await isOpen();
    await page.keyboard.press(' ');
    expect(await isOpen()).toBe(!before);
    await page.keyboard.press(' ');
    expect(await isOpen()).toBe(before);
    expect(await detail().textContent()).not.toContain('line 100\n');
    await detail().getByRole('button', { name: 'Unfold all' }).first().click();
    await expect.poll(() => detail().textContent()).toContain('line 100\n');
  });

  it('copies a call, a link, opens the document and the touched file', async () => {
    await detail().getByRole('button', { name: 'Copy', exact: true }).click();
    await detail().getByRole('button', { name: 'Open as document' }).first().click();
    await letter('y');
    await letter('o');
    await expect.poll(told).toEqual([
      ['copy', { kind: 'argument', at: 0, argument: 0 }],
      ['document', 3],
      ['link', 3],
      ['file', 3],
    ]);
  });

  it('shows what the model was given, earlier messages by a button', async () => {
    await letter('i');
    await detail().getByText('later message of 3').waitFor();
    expect(await detail().textContent()).toContain('The conversation as the file keeps it');
    await picture('input');
    await detail().getByRole('button', { name: 'Messages of 2 earlier steps: show' }).click();
    await detail().getByText('You help <b>.').waitFor();
    await letter('i');
    await detail().getByText('Thought 3').waitFor();
  });

  it('keeps how far the step is scrolled', async () => {
    await detail().evaluate((pane) => pane.scrollTo(0, 123));
    const scroll = () => page.evaluate(() => (window as unknown as RigWindow).kept.place.scroll);
    await expect.poll(scroll).toBe(123);
  });

  it('says at the top why a step failed, and leads to it; counts what is told again', async () => {
    await page.locator('[role=listbox]').focus();
    await letter('g');
    await letter('n');
    await expect.poll(chosen).toBe('step-50');
    const line = detail().locator('.failed-line');
    await line.waitFor();
    expect(await line.textContent()).toBe('exit 2 ModuleNotFoundError: No module named x');
    expect(await detail().locator('.notice').allTextContents()).toEqual([
      'format-error format-error 3 times lost',
      'format-error format-error else',
    ]);
    await picture('failed step');
    await line.getByRole('button').click();
    const seen = detail().getByText('Observation, failed');
    const top = () => seen.evaluate((one) => one.getBoundingClientRect().top);
    const pane = await detail().evaluate((one) => one.getBoundingClientRect().top);
    await expect.poll(async () => Math.abs((await top()) - pane) < 40).toBe(true);
  });

  it('sets short arguments beside their names, and a printed patch as a diff', async () => {
    const short = detail().locator('.argument.short');
    expect(await short.allTextContents()).toEqual(['commandview', 'path/testbed/a.py']);
    const [name, value] = await Promise.all([
      short.first().locator('h4').boundingBox(),
      short.first().locator('.block').boundingBox(),
    ]);
    expect(Math.abs((name?.y ?? 0) - (value?.y ?? 999))).toBeLessThan(12);
    expect(await detail().locator('.part .d-added').last().textContent()).toContain('+new');
  });
});
