import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openRig } from './pageRig';
import { trajectoryHost } from './trajectoryHost';

/** What the rig keeps in the page's window. */
export interface RigWindow {
  readonly press: (key: string) => void;
  readonly asked: readonly (readonly [string, unknown])[];
  readonly kept: unknown;
}

/** The page of a trajectory over `trajectoryHost`, open while the tests around the call run. */
export const useTrajectoryPage = () => {
  let opened: { readonly page: Page; readonly browser: Browser } | null = null;
  const page = (): Page => {
    if (opened === null) throw new Error('The page is opened before the first test.');
    return opened.page;
  };
  beforeAll(async () => {
    opened = await openRig('trajectory', trajectoryHost);
    await page().locator('[role=option] svg').first().waitFor();
  });
  afterAll(() => opened?.browser.close());
  return {
    page,
    letter: (key: string) => page().evaluate((k) => (window as unknown as RigWindow).press(k), key),
    chosen: async () => {
      const here = await page().locator('[role=option][aria-selected=true]').getAttribute('id');
      return Number(here?.replace('step-', ''));
    },
  };
};
