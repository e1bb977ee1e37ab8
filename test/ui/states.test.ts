import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench();

/** The fourth row's patch is a number, as when a table was exported with the wrong types. */
const breakRow = (folder: string): void => {
  const rows = path.join(folder, 'datasets', 'spandrel.jsonl');
  const lines = fs.readFileSync(rows, 'utf8').split('\n');
  lines[4] = JSON.stringify({ ...JSON.parse(lines[4] ?? ''), patch: 7 });
  fs.writeFileSync(rows, lines.join('\n'));
};

describe.skipIf(missing !== null)('states of the views', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'tsv-'));
  const workbench = useWorkbench(
    async (folder) => {
      await evaluatedStudy(folder);
      breakRow(folder);
    },
    { env: { HOME: home } },
  );
  afterAll(() => fs.rmSync(home, { recursive: true, force: true }));
  const instances = () => workbench().rows('Instances', 'touchstone-samples__spandrel-');
  const header = () => workbench().view('Instances').locator('.pane-header').textContent();

  it('opens what it can, and says what it left out and why', async () => {
    await workbench().showTouchstone();
    const left = workbench().rows('Instances', 'Left out').first();
    await left.waitFor();
    expect(await instances().count()).toBe(6);
    await left.click();
    const said = workbench().page.locator('.editor-instance .view-lines', { hasText: 'left out or guessed' });
    await said.waitFor();
    await workbench().screenshot('left out');
    expect((await said.textContent())?.replaceAll('\u00a0', ' ')).toMatch(/spandrel\.jsonl.*5, patch: /);
  });

  it('searches words as one types, and Escape goes back', async () => {
    await workbench().command('Touchstone: Search Text');
    await workbench().quickInput().fill('subtract HOLES');
    await expect.poll(() => header(), patience).toMatch(/^Instances\s*1 of 6: "subtract HOLES"/);
    await workbench().page.keyboard.press('Escape');
    await expect.poll(() => instances().count(), patience).toBe(6);
  });

  it('filters by values with counts that follow every tick, says so, and clears', async () => {
    await workbench().command('Touchstone: Filter Instances');
    const pick = workbench().page.locator('.quick-input-widget');
    await pick.locator('.quick-input-list .monaco-list-row', { hasText: 'by kestrel-1' }).first().waitFor();
    await workbench().quickInput().fill('unresolved kestrel-1');
    await workbench().page.keyboard.press('ArrowDown');
    await workbench().page.keyboard.press('Space');
    await pick.filter({ hasText: /Filter instances: [1-4] found/ }).waitFor();
    await workbench().screenshot('facets');
    await workbench().page.keyboard.press('Enter');
    await expect.poll(() => header(), patience).toMatch(/[1-4] of 6: .* by kestrel-1/);
    await workbench().command('Touchstone: Clear Filter');
    await expect.poll(() => instances().count(), patience).toBe(6);
  });

  it('groups by what is chosen, and back', async () => {
    await workbench().command('Touchstone: Group By');
    await workbench().pick('Language');
    await expect.poll(() => header(), patience).toContain('by language');
    await workbench().row('JavaScript');
    await workbench().screenshot('by language');
    await workbench().command('Touchstone: Group By');
    await workbench().pick('Repository');
    await workbench().row('touchstone-samples/spandrel');
  });

  it('saves a filter and applies it again', async () => {
    await workbench().command('Touchstone: Search Text');
    await workbench().quickInput().fill('subtract HOLES');
    await workbench().page.keyboard.press('Enter');
    await expect.poll(() => header(), patience).toContain('1 of 6');
    await workbench().command('Touchstone: Save Filter');
    await workbench().quickInput().fill('holes alone');
    await workbench().page.keyboard.press('Enter');
    await workbench().command('Touchstone: Clear Filter');
    await expect.poll(() => instances().count(), patience).toBe(6);
    await workbench().command('Touchstone: Apply Saved Filter');
    await workbench().pick('holes alone');
    await expect.poll(() => header(), patience).toContain('1 of 6: "subtract HOLES"');
    await workbench().command('Touchstone: Clear Filter');
  });

  it('welcomes an empty window with three ways on', async () => {
    await workbench().goTo(null);
    await workbench().showTouchstone();
    const welcome = workbench().view('Study').locator('.welcome-view-content');
    await welcome.filter({ hasText: 'No study is open' }).waitFor();
    expect(await welcome.locator('.monaco-button').allTextContents()).toEqual([
      'Open the Sample Study',
      'Open a Folder with Runs...',
      'Get started',
    ]);
    await workbench().view('Queue').locator('.welcome-view-content', { hasText: 'Nothing to judge yet' }).waitFor();
    await workbench().screenshot('welcome');
  });

  it("opens the sample from there: a copy of one's own, seven instances", async () => {
    await workbench().view('Study').locator('.monaco-button', { hasText: 'Open the Sample Study' }).click();
    const loaded = workbench().page.waitForEvent('load');
    await workbench().pick('Copy it to your home folder');
    await loaded;
    await workbench().showTouchstone();
    await workbench().rows('Instances', spandrel(23)).first().waitFor();
    expect(await instances().count()).toBe(7);
    expect(fs.existsSync(path.join(home, 'touchstone-quickstart', 'touchstone.yaml'))).toBe(true);
  });
});
