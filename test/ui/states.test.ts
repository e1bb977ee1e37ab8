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

  it('opens what it can, and says what it left out and why', async () => {
    await workbench().showTouchstone();
    const left = workbench().rows('Instances', 'Left out').first();
    await left.waitFor();
    expect(await instances().count()).toBe(5);
    await left.click();
    const said = workbench().page.locator('.editor-instance .view-lines', { hasText: 'left out or guessed' });
    await said.waitFor();
    await workbench().screenshot('left out');
    expect((await said.textContent())?.replaceAll('\u00a0', ' ')).toMatch(/spandrel\.jsonl.*5, patch: /);
  });

  it('filters by words as one types, and Escape goes back', async () => {
    await workbench().command('Touchstone: Filter Instances by Text');
    await workbench().quickInput().fill('subtract HOLES');
    await expect.poll(() => instances().count(), patience).toBe(1);
    await workbench().page.keyboard.press('Escape');
    await expect.poll(() => instances().count(), patience).toBe(5);
  });

  it('filters by the outcome of a run, says so, and clears', async () => {
    await workbench().command('Touchstone: Filter Instances by Outcome');
    await workbench().pick('kestrel-1');
    await workbench().page.locator('.quick-input-widget', { hasText: 'Outcome of kestrel-1: show' }).waitFor();
    await workbench().quickInput().fill('unresolved');
    await workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: 'unresolved' }).first().click();
    await workbench().page.keyboard.press('Enter');
    await expect.poll(() => instances().count(), patience).toBe(2);
    await expect
      .poll(() => workbench().view('Instances').locator('.pane-header').textContent(), patience)
      .toContain('2 of 5');
    await workbench().command('Touchstone: Clear Filter');
    await expect.poll(() => instances().count(), patience).toBe(5);
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

  it("opens the sample from there: a copy of one's own, six instances", async () => {
    await workbench().view('Study').locator('.monaco-button', { hasText: 'Open the Sample Study' }).click();
    const loaded = workbench().page.waitForEvent('load');
    await workbench().pick('Copy it to your home folder');
    await loaded;
    await workbench().showTouchstone();
    await workbench().rows('Instances', spandrel(23)).first().waitFor();
    expect(await instances().count()).toBe(6);
    expect(fs.existsSync(path.join(home, 'touchstone-quickstart', 'touchstone.yaml'))).toBe(true);
  });
});
