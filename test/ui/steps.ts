import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import type { Workbench } from './workbench';

/** Waiting for what a slow machine may take; nothing is timed by it. */
export const patience = { timeout: 30_000, interval: 100 } as const;

/** Puts the keyboard into the Instances view and walks down to the row whose label holds the text. */
export const walkTo = async (workbench: Workbench, text: string): Promise<void> => {
  await workbench.rows('Instances', text).first().waitFor();
  await workbench.command('Focus on Instances View');
  await workbench.view('Instances').locator('.monaco-list:focus').waitFor();
  await workbench.page.keyboard.press('Home');
  for (let row = 0; row < 40; row++) {
    await workbench.page.keyboard.press('ArrowDown');
    const label = await workbench
      .view('Instances')
      .locator('.monaco-list-row.focused')
      .first()
      .getAttribute('aria-label');
    if (label?.includes(text)) return;
  }
  throw new Error(`No row of the Instances view holds ${text}.`);
};

const hasKeys = (frame: Frame): Promise<boolean> => frame.evaluate(() => document.hasFocus()).catch(() => false);

/** Opens an instance's page from the tree; returns its frame once the keyboard is in it. */
export const openPage = async (workbench: Workbench, id: string): Promise<Frame> => {
  await walkTo(workbench, id);
  await workbench.page.keyboard.press('Enter');
  const page = await workbench.webview(`h1:text-is("${id}")`);
  await expect.poll(() => hasKeys(page), patience).toBe(true);
  // The editor hears of the page's focus by a message, and a letter before it is no key of ours yet.
  await page.waitForTimeout(500);
  return page;
};

/** The verdict form of an instance, as soon as it stands on the screen. It must have the keyboard at that moment. */
export const formOf = async (workbench: Workbench, id: string): Promise<Frame> => {
  const form = await workbench.webview(`.subject:has-text("${id}"), .top b:has-text("${id}")`);
  expect(await hasKeys(form), 'the form is on screen, but the keyboard is elsewhere').toBe(true);
  return form;
};

/** What the form says of the criterion at which the keyboard stands. */
export const hereOf = async (form: Frame): Promise<string> =>
  (await form.locator('[data-stop=here]').first().textContent()) ?? '';
