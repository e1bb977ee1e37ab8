import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lettersOf } from '../../src/core/study/blind/letters';
import { sha256 } from '../../src/io/store/sha256';
import { evaluatedStudy, spandrel } from '../fakes/evaluatedStudy';
import { root } from '../host/root';
import { whyNoWorkbench } from './machine';
import { pickRow } from './quickPick';
import { useWorkbench } from './session';
import { patience } from './steps';
import { eventsIn } from './studyEvents';

const missing = whyNoWorkbench();
const judged = spandrel(23);

/** A maintainer's folder: no study file, wren's answers not there, and magpie's still to be imported from elsewhere in it. */
const nightly = async (folder: string): Promise<void> => {
  await evaluatedStudy(folder);
  for (const name of ['touchstone.yaml', 'datasets/defects.jsonl', 'judge/wren.jsonl', 'judge/magpie-pairs.jsonl'])
    fs.rmSync(path.join(folder, name));
  fs.renameSync(path.join(folder, 'judge'), path.join(folder, 'from-the-judge'));
};

describe.skipIf(missing !== null)('journey M: a maintainer adjudicates a judge', () => {
  let folder = '';
  const workbench = useWorkbench(
    (made) => {
      folder = made;
      return nightly(made);
    },
    {
      size: { width: 1600, height: 1000 },
      workspaceTrust: true,
      settings: { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' },
    },
  );
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await workbench().page.keyboard.press(key);
  };
  const type = (text: string) => workbench().page.keyboard.type(text);
  const kinds = () => eventsIn(folder).map(({ type: kind }) => kind);
  const bodies = (kind: string) => eventsIn(folder).flatMap((event) => (event.type === kind ? [event.body] : []));
  const form = (): Promise<Frame> => workbench().webview('.subject');
  const subject = async () => (await (await form()).locator('.subject').textContent()) ?? '';
  const status = async () => (await (await form()).locator('[role=status]').textContent()) ?? '';
  const formHasKeys = () =>
    expect.poll(async () => (await form()).evaluate(() => document.hasFocus()), patience).toBe(true);
  const keysInForm = async () => {
    await workbench().command('Focus on Verdict View');
    await formHasKeys();
  };
  const cli = (...args: readonly string[]) =>
    execFileSync(process.execPath, [path.join(root, 'dist', 'cli.js'), ...args], { encoding: 'utf8' });

  /** By which kestrel-1's patch is called there: only a test may know. Without a study file its folder's name is the seed. */
  const letter = (): string =>
    lettersOf(['kestrel-1', 'heron-2'], { seed: path.basename(folder), instanceId: judged }, sha256).get('kestrel-1') ??
    '';

  it('M1: opens a folder without a study file in Restricted Mode: its dataset, its runs, nothing skipped', async () => {
    await workbench().showTouchstone();
    await workbench().page.locator('.statusbar', { hasText: 'Restricted Mode' }).waitFor();
    await workbench().rows('Study', '7 in 1 dataset').first().waitFor();
    await workbench().rows('Study', '16 in 4 runs').first().waitFor();
  });

  it('M2: imports the judge: the preview, then what joined and which contradictions wait', async () => {
    fs.renameSync(path.join(folder, 'from-the-judge'), path.join(folder, 'judge'));
    await workbench().command('Touchstone: Refresh');
    await workbench().rows('Study', '11 joined, 2 contradictions queued').first().waitFor();
    await expect
      .poll(() => workbench().rows('Queue', 'Contradictions').first().textContent(), patience)
      .toContain('2 wait');
  });

  it('M3: opens the disagreements with all others mixed in, and why each is there stays hidden', async () => {
    await workbench().command('Touchstone: Open Queue...');
    await pickRow(workbench().page, 'Disagreement');
    await workbench().page.locator('.quick-input-list', { hasText: 'No corrected rate can come from' }).waitFor();
    await pickRow(workbench().page, 'Mix in all agreeing items');
    await form();
    await expect
      .poll(() => bodies('item.open').at(-1), patience)
      .toMatchObject({ queue: 'disagreement', probability: 1 });
    expect(await workbench().view('Queue').textContent()).not.toMatch(/kestrel|heron|resolved/);
  });

  it('M4: the statement, gold beside the patch, the model a letter; tests and judge come after the verdict', async () => {
    const rows = workbench().view('Queue').locator('.monaco-list-row', { hasText: 'spandrel-23' });
    await workbench().command('Focus on Queue View');
    for (let tries = 0; tries < 20 && (await rows.count()) === 0; tries++) await press('ArrowDown');
    const items = await rows.allTextContents();
    expect(items.length).toBeGreaterThan(0);
    const wanted = letter();
    await workbench()
      .view('Queue')
      .locator('.monaco-list-row', { hasText: `spandrel-23${wanted}` })
      .first()
      .click();
    await expect.poll(subject, patience).toMatch(new RegExp(`^${judged}\\s*${wanted}$`));
    await workbench().tab(`${judged}: Gold ↔ Patch`).waitFor();
    const shown = (await (await form()).locator('body').textContent()) ?? '';
    expect(shown).toContain('Hidden from you: model, tests, judge');
    await formHasKeys();
    await workbench().command('Focus on Judges View');
    await workbench().webview('.shut:has-text("Hidden until you submit")');
    await workbench().screenshot('journey m4');
  });

  it('M5: n and p go through the hunks of the diff', async () => {
    const line = () => workbench().page.locator('.statusbar-item[id*="selection"]').textContent();
    await press('Control+1');
    await expect
      .poll(() => workbench().page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null), patience)
      .toBe(true);
    const before = await line();
    await expect
      .poll(async () => {
        await press('n');
        return line();
      }, patience)
      .not.toBe(before);
  });

  it('M6: answers by keys; No asks for an input, what was expected and what comes', async () => {
    await keysInForm();
    await press('y', 'n', 'Control+Enter');
    const said = async () => (await (await form()).locator('body').textContent()) ?? '';
    await expect.poll(said, patience).toMatch(/No needs an input, what you expected, what it gives/);
    await type('[30-40,10-20]');
    await press('Enter');
    await type('0-10 20-30 40-100');
    await press('Enter');
    await type('0-30 40-100');
    await press('Enter', '1', '0', 'x', 'o', '2', 'c', '5');
  });

  it('M7: saves after fsync, and tells: the tests pass what one calls wrong, the judge says correct', async () => {
    await press('Control+Enter');
    await expect.poll(status, patience).toMatch(/^\W*Saved/);
    const told = (await (await form()).locator('.revealed').textContent()) ?? '';
    expect(told).toContain('passes, but you say wrong');
    expect(told).toContain('kestrel-1');
    expect(told).toMatch(/magpie.*right/s);
    expect(kinds()).toContain('unblind');
    await workbench().screenshot('journey m7');
  });

  it('M8: amends with a defect of the task: a new event, after unblinding; an empty reason is refused', async () => {
    await press('u');
    const text = async (selector: string) => (await (await form()).locator(selector).textContent()) ?? '';
    await expect.poll(() => text('body'), patience).toContain('Undo');
    await press('Enter');
    await (await form()).getByRole('button', { name: /Submit Amendment/ }).waitFor();
    await keysInForm();
    await press('d', '5', 'Control+Enter');
    await expect.poll(() => text('body'), patience).toContain('An amendment needs a reason.');
    expect(bodies('amend')).toEqual([]);
    await type('two sorted holes are all that the test asks');
    await press('Control+Enter');
    await expect.poll(() => bodies('amend').length, patience).toBe(1);
    expect(bodies('amend')[0]).toMatchObject({ phase: 'after-unblinding', taskDefect: ['tests_too_wide'] });
  });

  it('M9: goes on; cannot judge once, skips once with a reason; the pace stands in the form', async () => {
    await workbench().command('Touchstone: Judge Next Item');
    const at = await subject();
    expect(at).not.toContain(judged);
    await keysInForm();
    await press('s');
    await (await form()).locator('textarea, input[type=text]').first().waitFor();
    await type('Not my field');
    await press('Control+Enter');
    await expect.poll(() => kinds().includes('skip'), patience).toBe(true);
    await expect.poll(subject, patience).not.toBe(at);
    expect(await (await form()).locator('body').textContent()).toMatch(/median \d+ s/);
  });

  it('M10: the judge report: under five items counts alone, the contradictions with both texts', async () => {
    await workbench().command('Touchstone: End Judging');
    await workbench().command('Touchstone: Judge Report');
    await workbench().tab('judge-report.md').waitFor();
    const report = cli('judge-report', '--study', folder);
    expect(report).toMatch(/magpie/);
    expect(report).toMatch(/contradict/i);
    // What was looked at under a letter is told by its name again.
    await workbench().webview('main h2:has-text("kestrel-"), main h2:has-text("heron-")');
    await workbench().screenshot('journey m10');
  });

  it('M11: verify finds one sound chain and says what none can show; private files stay out of git', () => {
    expect(cli('verify', folder)).toMatch(/\d+ events, 1 chain, 0 findings\. Not shown by a chain: a cut tail/);
    const hidden = path.join(folder, '.touchstone', path.basename(folder), 'private', '.gitignore');
    expect(fs.readFileSync(hidden, 'utf8')).toContain('*');
  });
});
