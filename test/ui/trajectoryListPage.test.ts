import { describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { type RigWindow, useTrajectoryPage } from './openedTrajectoryPage';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the trajectory's list are left out: ${missing}`);

describe.skipIf(missing !== null)('the list and timeline of a trajectory', () => {
  const { page, letter, chosen } = useTrajectoryPage();
  const chip = (name: RegExp | string) => page().locator('.chips').getByRole('button', { name, exact: true });
  const said = () => page().locator('[role=status]').textContent();
  const changed = () => page().evaluate(`window.postMessage({ rpc: 'call', id: 9, name: 'changed' }, '*')`);

  it('says the outcome that the study knows, and the run', async () => {
    await expect.poll(() => page().locator('.facts').textContent()).toContain('resolved r03');
    expect(await page().locator('.warnings').textContent()).toContain('line 7 could not be read');
  });

  it('opens the test output from the outcome, the final patch from its figure', async () => {
    const facts = page().locator('.facts');
    await facts.getByRole('button', { name: 'Outcome resolved: open the test output' }).click();
    await facts.getByRole('button', { name: /^Patch 1 file/ }).click();
    await expect.poll(() => page().evaluate('window.opened')).toEqual(['output', 'patch']);
  });

  it('gives no column to a figure that no step has', async () => {
    const hasCost = () => page().locator('.step.head .cost').isVisible();
    expect(await hasCost()).toBe(true);
    await page().evaluate(
      `window.isFree = true; window.grow(0); window.postMessage({ rpc: 'call', id: 9, name: 'changed' }, '*')`,
    );
    await chip(/^Errors/).click();
    await expect.poll(hasCost).toBe(false);
    await page().evaluate('window.isFree = false');
    await chip(/^All/).click();
    await expect.poll(hasCost).toBe(true);
    await letter('g');
  });

  it('shows the folder and the tool after the file, and what a command goes to after the command', async () => {
    expect(await page().locator('[aria-posinset="14"] .preview').textContent()).toBe(
      'query.py edit_file · /testbed/pkg',
    );
    expect(await page().locator('[aria-posinset="15"] .preview').textContent()).toBe('pytest -q in /testbed');
    expect(await page().locator('[aria-posinset="15"]').getAttribute('title')).toBe('cd /testbed && pytest -q');
  });

  it('shows lost replies as a row that keys pass over', async () => {
    await page().locator('[role=listbox]').focus();
    for (let i = 0; i < 38; i++) await page().keyboard.press('ArrowDown');
    await expect.poll(chosen).toBe(39);
    expect(await page().locator('[aria-posinset="40"]').textContent()).toContain(
      '13 format errors, replies not stored',
    );
    await page().keyboard.press('ArrowDown');
    await expect.poll(chosen).toBe(40);
    expect(await page().locator('#step-40').getAttribute('aria-posinset')).toBe('41');
    await page().keyboard.press('ArrowUp');
    await expect.poll(chosen).toBe(39);
  });

  it('filters: counts on the chips, the nearest step that passes, keys among those alone', async () => {
    expect(await chip(/^Errors/).textContent()).toBe('Errors 100');
    await chip(/^Errors/).click();
    await expect.poll(chosen).toBe(50);
    expect(await chip(/^Errors/).getAttribute('aria-pressed')).toBe('true');
    await letter('j');
    await expect.poll(chosen).toBe(100);
    expect(await page().locator('#step-100').getAttribute('aria-setsize')).toBe('100');
    await letter('G');
    await expect.poll(chosen).toBe(5000);
    await letter('g');
    await expect.poll(chosen).toBe(50);
    await page().getByRole('combobox', { name: 'Agent' }).selectOption('sub');
    await page().getByText('No step matches this filter').waitFor();
    await page().getByRole('button', { name: 'show all' }).click();
    await expect.poll(() => page().locator('#step-50').count()).toBe(1);
    await page().getByRole('combobox', { name: 'Agent' }).selectOption('sub');
    await expect.poll(chosen).toBe(30);
    await chip(/^All/).click();
    await page().getByRole('combobox', { name: 'Agent' }).selectOption('');
  });

  it('sets bookmarks: in the row, on the timeline, as a filter; and takes them away', async () => {
    await letter('m');
    await expect.poll(said).toBe('Bookmark set at step 30');
    await page().locator('#step-30 .mark').waitFor();
    expect(await page().locator('.marks path').count()).toBe(1);
    await letter('j');
    await letter('m');
    await expect.poll(() => chip(/^Marked/).textContent()).toContain('Marked 2');
    await chip(/^Marked/).click();
    await expect.poll(() => page().locator('[role=option]').count()).toBe(2);
    await letter('g');
    await expect.poll(chosen).toBe(30);
    await chip(/^All/).click();
    await letter('m');
    await expect.poll(() => chip(/^Marked/).textContent()).toContain('Marked 1');
  });

  it('the timeline names its lanes, goes where it is clicked, and moves by arrows', async () => {
    const timeline = page().getByRole('slider');
    expect(await page().locator('.lane-names').textContent()).toBe('main model-aexplorer re-asked 750 lostcontainer');
    expect(await timeline.getAttribute('aria-label')).toBe('Timeline, 28 m 13 s, 2 agents, with lost replies');
    await page()
      .locator('.lanes svg')
      .click({ position: { x: 3, y: 22 } });
    await expect.poll(chosen).toBe(1);
    await timeline.focus();
    await page().keyboard.press('ArrowRight');
    await expect.poll(() => timeline.getAttribute('aria-valuenow')).toBe('2');
    expect(await timeline.getAttribute('aria-valuetext')).toContain('step 2 of 5000');
    await page().keyboard.press('End');
    await expect.poll(chosen).toBe(5000);
    expect(await page().locator('.container-lane .failed').getAttribute('d')).not.toBe('');
  });

  it('suggests what may have gone wrong, with steps to go to and how often runs fail anyway', async () => {
    const strip = page().getByRole('region', { name: 'Signals' });
    await strip.getByText('Tool invocation error').waitFor();
    expect(await strip.textContent()).toContain('Of 826 runs, 89.2 % failed anyway.');
    expect(await strip.locator('input').count()).toBe(0);
    await strip.getByRole('button', { name: 'step 15' }).click();
    await expect.poll(chosen).toBe(15);
  });

  it('a step that the filter hides ends the filter when something leads to it', async () => {
    await chip(/^Edits/).click();
    await expect.poll(chosen).toBe(21);
    await page().getByRole('region', { name: 'Signals' }).getByRole('button', { name: 'step 10' }).click();
    await expect.poll(() => chip(/^All/).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(chosen).toBe(10);
  });

  it('follows a file that grows from its last step on, until somebody scrolls up', async () => {
    await letter('G');
    await expect.poll(chosen).toBe(5000);
    await page().evaluate('grow(5)');
    await changed();
    await expect.poll(chosen).toBe(5005);
    expect(await chip('Following').getAttribute('aria-pressed')).toBe('true');
    await page().evaluate('more("echo answered")');
    await changed();
    await expect.poll(() => page().locator('#step-5005').textContent()).toContain('echo answered');
    await page().locator('[role=listbox]').hover();
    await page().mouse.wheel(0, -400);
    await chip('Follow').waitFor();
    await page().evaluate('grow(5)');
    await changed();
    await expect.poll(() => chip(/^All/).textContent()).toBe('All 5,010');
    expect(await chosen()).toBe(5005);
    await page().keyboard.press('.');
    await expect.poll(chosen).toBe(5010);
  });

  it('keeps step and filter for the next load', async () => {
    await chip(/^Tests/).click();
    await expect
      .poll(() => page().evaluate(() => (window as unknown as RigWindow).kept))
      .toMatchObject({ place: { filter: { kind: 'test', agentId: null, only: null } } });
  });

  it('drops columns where it is narrow and shows one side at a time', async () => {
    await page().setViewportSize({ width: 360, height: 700 });
    await expect.poll(() => page().locator('.head .cost').isVisible()).toBe(false);
    expect(await page().locator('.head .time').isVisible()).toBe(true);
    expect(await page().locator('.detail').isVisible()).toBe(false);
    await page().locator('[role=listbox]').focus();
    await page().keyboard.press('Enter');
    await expect.poll(() => page().locator('.detail').isVisible()).toBe(true);
    await page().keyboard.press('Escape');
    await expect.poll(() => page().locator('.detail').isVisible()).toBe(false);
  });
});
