import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { dockerAnswers } from '../container/engines';
import { evaluatedStudy } from '../fakes/evaluatedStudy';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { patience } from './steps';

const missing = whyNoWorkbench() ?? (dockerAnswers ? null : 'No Docker engine answers.');
const long = { timeout: 120_000, interval: 200 } as const;

describe.skipIf(missing !== null)('evaluations that go on while a person does other things', () => {
  let study = '';
  const prepare = async (folder: string) => {
    study = folder;
    await evaluatedStudy(folder);
  };
  const workbench = useWorkbench(prepare, {
    size: { width: 1400, height: 1000 },
    settings: { 'touchstone.backend.kind': 'docker', 'workbench.colorTheme': 'Dark 2026' },
  });
  const rows = (text: string) => workbench().rows('Evaluations', text);
  const label = async (text: string) => (await rows(text).first().getAttribute('aria-label')) ?? '';
  /** Rows move while a run goes on, and a click on one that moves away is lost: it is made again. */
  const selected = async (row: Locator) => {
    await row.click({ timeout: 2000 }).catch(() => undefined);
    return row.getAttribute('aria-selected');
  };
  const acted = async (row: Locator, action: string) => {
    await row
      .locator(`.action-label[aria-label="${action}"]`)
      .click({ timeout: 2000 })
      .catch(() => undefined);
    return label('kestrel-1');
  };
  const status = () => workbench().page.locator('[id="touchstone.touchstone.touchstone.evaluations"]');
  beforeAll(async () => {
    await workbench().showTouchstone();
    await workbench().row('spandrel');
  });

  it('starts a run, and shows it in a tree and in the status bar', async () => {
    expect(await workbench().view('Evaluations').count()).toBe(0);
    await workbench().command('Touchstone: Evaluate Run...');
    await workbench().pick('kestrel-1');
    await workbench().pick('Everything again');
    await rows('kestrel-1, running').first().waitFor();
    await status()
      .filter({ hasText: /\d\/\d/ })
      .waitFor();
    await expect.poll(() => rows('running the tests').count(), patience).toBeGreaterThan(0);
    await workbench().screenshot('evaluations running');
  });

  it('keeps the selection while rows change; pauses and goes on by the row', async () => {
    const run = rows('kestrel-1').first();
    await expect.poll(() => selected(run), patience).toBe('true');
    await expect.poll(() => acted(run, 'Pause Evaluation'), patience).toContain('paused');
    await status().filter({ hasText: 'paused' }).waitFor();
    await status().hover();
    const hover = workbench().page.locator('.workbench-hover table');
    await hover.waitFor();
    expect((await hover.locator('th').allTextContents()).map((head) => head.trim())).toEqual([
      ...['Run', 'Done', 'Resolved', 'Unresolved', 'No verdict', 'Time'],
    ]);
    await workbench().screenshot('evaluations paused');
    await expect.poll(() => acted(run, 'Go On with Evaluation'), patience).toContain('running');
    expect(await run.getAttribute('aria-selected')).toBe('true');
  });

  it('says once what came out, what failed first; the status item goes', { timeout: 120_000 }, async () => {
    const toast = workbench().toast('Evaluated kestrel-1: ');
    await toast.waitFor(long);
    expect(await toast.textContent()).toMatch(/no verdict.*unresolved.*resolved/);
    await expect.poll(() => status().isVisible(), patience).toBe(false);
    await workbench().page.waitForTimeout(500);
    await workbench().screenshot('evaluations ended');
    await toast.getByRole('button', { name: 'Open Test Output' }).click();
    const picks = workbench().page.locator('.quick-input-list .monaco-list-row');
    await picks.first().waitFor();
    expect(await picks.first().getAttribute('aria-label')).toContain('no verdict');
    await workbench().screenshot('evaluations outputs');
    await workbench().page.keyboard.press('Escape');
  });

  it('opens the test output of what ended without a verdict from its row', async () => {
    await rows('kestrel-1, ended').first().click();
    await workbench().page.keyboard.press('ArrowRight');
    await (await workbench().row('spandrel-28, kestrel-1, no verdict: time-out', 'Evaluations')).click();
    await workbench().tab('test_output.txt').waitFor();
  });

  it('is gone once it is cleared; asked for, it says what to do', async () => {
    await workbench().command('Touchstone: Clear Ended Evaluations');
    await expect.poll(() => workbench().view('Evaluations').count(), patience).toBe(0);
    await workbench().command('Touchstone: Show Evaluations');
    const welcome = workbench().view('Evaluations').locator('.welcome-view-content');
    await welcome.filter({ hasText: 'No evaluation and no run of a model goes on' }).waitFor();
    await workbench().screenshot('evaluations none');
    await welcome.locator('.monaco-button', { hasText: 'Evaluate Run...' }).click();
    await workbench().pick('kestrel-1');
    await workbench().pick('Everything again');
    await rows('kestrel-1, running').first().waitFor();
  });

  it('cancels one item by a key; the others go on', { timeout: 120_000 }, async () => {
    const longest = rows('spandrel-28, kestrel-1, running the tests').first();
    await longest.waitFor(long);
    // Rows move up while others end.
    const selected = async () => {
      await longest.click();
      return longest.getAttribute('aria-selected');
    };
    await expect.poll(selected, patience).toBe('true');
    // The editor hears of the selection by a message, and a key before it acts on the row before.
    await workbench().page.waitForTimeout(500);
    await workbench().page.keyboard.press('Delete');
    await expect.poll(() => longest.count(), patience).toBe(0);
    await workbench().toast('Evaluated kestrel-1: 1 no verdict').waitFor(long);
    await rows('kestrel-1, ended').first().waitFor();
    expect(await rows('spandrel-28').count()).toBe(0);
    await workbench().command('Notifications: Clear All Notifications');
  });

  it('goes on after a reload, waits for what still runs, and has every result', { timeout: 180_000 }, async () => {
    await workbench().command('Touchstone: Focus on Runs View');
    await workbench().rows('Runs', 'kestrel-1').first().click({ button: 'right' });
    const repeats = workbench().page.locator('.context-view .action-item', { hasText: 'Evaluate with Repeats...' });
    await repeats.waitFor();
    // A menu takes no click in its first moments.
    const closed = async () => {
      await repeats.click({ timeout: 1000 }).catch(() => undefined);
      return repeats.count();
    };
    await expect.poll(closed, patience).toBe(0);
    await workbench().quickInput().fill('2');
    await workbench().page.keyboard.press('Enter');
    await rows('spandrel-28, kestrel-1, repeat 2, running the tests').first().waitFor(long);
    await workbench().screenshot('evaluations repeats');
    await workbench().reloadWindow();
    await workbench().showTouchstone();
    const toast = workbench().toast('The evaluation of kestrel-1 ×2 was not finished');
    await toast.waitFor(long);
    await (await workbench().row('kestrel-1 ×2, not finished', 'Evaluations')).waitFor();
    await workbench().page.waitForTimeout(500);
    await workbench().screenshot('evaluations unfinished');
    await toast.getByRole('button', { name: 'Resume' }).click();
    await rows('kestrel-1 ×2, running').first().waitFor();
    await workbench().screenshot('evaluations resumed');
    await workbench().toast('Evaluated kestrel-1 ×2: ').waitFor(long);
    const logs = path.join(study, 'logs', 'run_evaluation');
    const instances = fs.readdirSync(path.join(logs, 'kestrel-1', 'kestrel-1')).sort();
    expect(fs.readdirSync(path.join(logs, 'kestrel-1.r2', 'kestrel-1')).sort()).toEqual(instances);
    const events = fs
      .readFileSync(path.join(logs, 'kestrel-1', 'journal.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const of28 = events
      .map((line) => JSON.parse(line))
      .filter(({ repeat, instanceId }) => repeat === 2 && instanceId.endsWith('-28'));
    expect(of28.filter(({ kind }) => kind === 'result')).toHaveLength(1);
    expect(of28.map(({ kind }) => kind)).toContain('adopted');
  });

  it('logged no error on the way', () => {
    expect(workbench().channelLog()).not.toMatch(/\[error\]/);
  });
});
