import type { Locator, Page } from 'playwright-core';

const pollMs = 100;

/** Title and rows of the quick pick; null where none is open, or the page is being left. */
const shownPick = (page: Page): Promise<string | null> =>
  page
    .evaluate(() => {
      const widget = document.querySelector('.quick-input-widget');
      if (!widget?.checkVisibility()) return null;
      const rows = [...widget.querySelectorAll('.monaco-list-row')].map((row) => row.getAttribute('aria-label'));
      return JSON.stringify([widget.querySelector('.quick-input-title')?.textContent ?? '', ...rows]);
    })
    .catch(() => null);

const changes = async (page: Page, before: string | null): Promise<boolean> => {
  for (let waited = 0; waited < 1000; waited += pollMs) {
    if ((await shownPick(page)) !== before) return true;
    await page.waitForTimeout(pollMs);
  }
  return false;
};

/** At its beginning: what the mouse rested on before may have a tooltip over the middle of the next row. */
const clickRow = (row: Locator, timeout?: number): Promise<void> =>
  row.click({ position: { x: 30, y: 8 }, ...(timeout === undefined ? {} : { timeout }) });

/**
 * Accepts the first row of the open quick pick that holds the text. A click on a list that comes up at that moment may
 * be lost: while the same list stands there still, it is clicked again.
 */
export const pickRow = async (page: Page, text: string): Promise<void> => {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  await row.waitFor();
  const before = await shownPick(page);
  await clickRow(row);
  for (let tries = 0; tries < 5 && !(await changes(page, before)); tries++)
    await clickRow(row, 1000).catch(() => undefined);
};
