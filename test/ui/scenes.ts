import type { Frame, Locator } from 'playwright-core';
import { sceneStudy } from './sceneStudy';
import type { Workbench } from './workbench';

/** One picture of the README: made from the running product, never drawn. */
export interface Scene {
  /** File name without ending below media/readme. */
  readonly name: string;
  /** Fills the folder that is opened; the evaluated sample where there is none. */
  readonly prepare?: (folder: string) => void;
  /** Brings into view what the picture shows, and waits until it is there. */
  readonly arrange: (workbench: Workbench) => Promise<void>;
}

/** User settings of the pictures: the default dark theme, and no part that is there only because this is a page. */
export const sceneSettings: Readonly<Record<string, unknown>> = {
  'workbench.colorTheme': 'Dark 2026',
  'window.menuBarVisibility': 'hidden',
  'editor.accessibilitySupport': 'off',
  'remote.autoForwardPorts': false,
};

/** The part of a page of ours that the selector names, in whichever frame it stands. */
const inPage = async ({ page }: Workbench, selector: string): Promise<Locator> => {
  for (let tries = 0; tries < 200; tries++) {
    for (const frame of page.frames()) {
      const found = frame.locator(selector).first();
      if (await found.isVisible().catch(() => false)) return found;
    }
    await page.waitForTimeout(100);
  }
  throw new Error(`No page shows ${selector}.`);
};

/** Opens an instance's page from the tree, its runs in view there, and selects one of them on the page. */
const openRun = async (workbench: Workbench, pullRequest: number, run: string): Promise<void> => {
  await workbench.showTouchstone();
  await workbench.page.mouse.move(800, 600);
  const instance = workbench.rows('Instances', `touchstone-samples__spandrel-${pullRequest},`);
  await instance.locator('.monaco-tl-twistie').click();
  await instance.click();
  const row = await inPage(workbench, `tr[id^="run-"]:has-text("${run}")`);
  await row.click();
};

/** Unfolds rows of the tree that is shown in the side bar, from the top. */
const unfold = async ({ page }: Workbench, ...labels: readonly string[]): Promise<void> => {
  for (const label of labels) {
    const row = page.locator('.part.sidebar .monaco-list-row', { hasText: label }).first();
    await row.locator('.monaco-tl-twistie.collapsed').click();
  }
};

const diffShown = async ({ page }: Workbench): Promise<void> => {
  await page.locator('.multiDiffEntry .line-insert, .multiDiffEntry .char-insert').first().waitFor();
};

const instancePage = (workbench: Workbench): Promise<void> => openRun(workbench, 14, 'kestrel-1-a3');

const comparison = async (workbench: Workbench): Promise<void> => {
  await openRun(workbench, 31, 'heron-2');
  await workbench.command('Touchstone: Compare Patches');
  await diffShown(workbench);
};

const testOutput = async (workbench: Workbench): Promise<void> => {
  await openRun(workbench, 14, 'kestrel-1');
  await workbench.command('Touchstone: Open Test Output');
  await workbench.page.locator('.codelens-decoration', { hasText: 'failed' }).first().waitFor();
  await workbench.command('Testing: Focus on Test Explorer View');
  await unfold(workbench, 'touchstone-samples__spandrel-14', 'FAIL_TO_PASS');
};

/** What the tests of spandrel-23 miss: holes that come unsorted. Input, expected, got. */
const counterexample = ['[0,100) minus 30-40, 10-20', '0-10, 20-30, 40-100', '0-30, 40-100'];

const verdict = async (workbench: Workbench): Promise<void> => {
  await openRun(workbench, 23, 'kestrel-1');
  await workbench.command('Touchstone: Judge');
  await diffShown(workbench);
  await workbench.page.keyboard.press('Control+B');
  await (await inPage(workbench, '[data-stop=here]')).click({ position: { x: 2, y: 2 } });
  const { keyboard } = workbench.page;
  for (const key of ['y', 'n']) await keyboard.press(key);
  for (const text of counterexample) {
    await keyboard.type(text);
    await keyboard.press('Enter');
  }
};

/** Ticks values of the facets, each found by what is typed. */
const filterBy = async (workbench: Workbench, ...wanted: readonly string[]): Promise<void> => {
  const { page } = workbench;
  await workbench.command('Touchstone: Filter Instances...');
  await page.locator('.quick-input-title', { hasText: 'found' }).waitFor();
  for (const words of wanted) {
    await workbench.quickInput().fill(words);
    const row = page.locator(`.quick-input-list .monaco-list-row[aria-label*=${JSON.stringify(words)}]`).first();
    const title = page.locator('.quick-input-title');
    const before = (await title.textContent()) ?? '';
    await row.locator('.monaco-checkbox').click();
    await title.filter({ hasNotText: before }).waitFor();
  }
};

/** Facets with their counts while a filter is chosen. */
const filter = async (workbench: Workbench): Promise<void> => {
  await workbench.showTouchstone();
  await workbench.row('acme/ledger');
  await filterBy(workbench, 'Language: Python', 'Outcome: unresolved by kestrel-2');
  await workbench.quickInput().fill('');
  await workbench.page.locator('.quick-input-title', { hasText: 'found' }).waitFor();
};

const matrix = async (workbench: Workbench): Promise<void> => {
  await workbench.showTouchstone();
  await workbench.row('acme/ledger');
  await filterBy(workbench, 'Language: Python', 'Outcome: unresolved by kestrel-2');
  await workbench.page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
  await workbench.command('Touchstone: Show Matrix');
  await inPage(workbench, '[role=grid][aria-label="Instances by runs"] [role=gridcell] svg');
};

const twoRuns = async (workbench: Workbench): Promise<void> => {
  await workbench.showTouchstone();
  await workbench.row('acme/ledger');
  await workbench.command('Touchstone: Compare Runs...');
  for (const run of ['kestrel-2', 'kestrel-1']) {
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: run }).first().waitFor();
    await workbench.pick(run);
  }
  await (await inPage(workbench, 'figure .ribbon.gained')).click({ force: true });
};

/** The table of the study's trajectories. */
const openTable = async (workbench: Workbench): Promise<Frame> => {
  await workbench.showTouchstone();
  await workbench.rows('Study', '7 in 1 dataset').first().waitFor();
  await workbench.command('Touchstone: Trajectories');
  return workbench.webview('[role=grid][aria-label=Trajectories] [role=gridcell]');
};

/** The failed run on spandrel-14, at the edit that makes a special case of one value. */
const trajectory = async (workbench: Workbench): Promise<void> => {
  const table = await openTable(workbench);
  await table
    .locator('[role=row]', { hasText: /^kestrel-1.*spandrel-14submitted/ })
    .first()
    .dblclick();
  const steps = await workbench.webview('[role=listbox][aria-label="Steps"] [role=option] svg');
  await workbench.page.keyboard.press('Control+B');
  await steps.locator('[role=option]').nth(4).click();
  await steps.locator('.detail').getByText("if (text === '60s')").first().waitFor();
};

const twoTrajectories = async (workbench: Workbench): Promise<void> => {
  const table = await openTable(workbench);
  await workbench.page.keyboard.press('Control+B');
  for (const run of ['kestrel-1', 'heron-2']) {
    await table
      .locator('[role=row]', { hasText: new RegExp(`^${run}.*spandrel-14submitted`) })
      .first()
      .click();
    // The editor hears of the page's focus by a message, and a letter before it is no key of ours yet.
    await table.waitForTimeout(500);
    await workbench.page.keyboard.press('x');
  }
  await workbench.webview('[role=grid][aria-label="Steps of A and B"] [role=gridcell]');
};

/** The README's pictures, in its order. */
export const scenes: readonly Scene[] = [
  { name: '1-instance', arrange: instancePage },
  { name: '2-gold-against-model', arrange: comparison },
  { name: '3-test-output', arrange: testOutput },
  { name: '4-verdict', arrange: verdict },
  { name: '5-filter', prepare: sceneStudy, arrange: filter },
  { name: '6-matrix', prepare: sceneStudy, arrange: matrix },
  { name: '7-two-runs', prepare: sceneStudy, arrange: twoRuns },
  { name: '8-trajectory', arrange: trajectory },
  { name: '9-two-trajectories', arrange: twoTrajectories },
];
