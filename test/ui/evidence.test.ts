import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { spandrel } from '../fakes/evaluatedStudy';
import { fillJudgedSample } from '../fakes/judgedSample';
import { whyNoWorkbench } from './machine';
import { useWorkbench } from './session';
import { openPage, patience } from './steps';

const missing = whyNoWorkbench();
const id = spandrel(23);

/** The judged sample, in which tests are shown at once; magpie isn't in the study file yet, and a copy of its file lacks a field in line 3. */
const study = (folder: string): void => {
  fillJudgedSample(folder, { by: ['r1', 'birch'] });
  const file = path.join(folder, 'touchstone.yaml');
  const text = fs.readFileSync(file, 'utf8').replace(/^ {2}- \{ id: magpie.*\n/m, '');
  fs.writeFileSync(file, text.replace('tests: after-verdict', 'tests: at-once'));
  const lines = fs.readFileSync(path.join(folder, 'judge', 'magpie.jsonl'), 'utf8').split('\n');
  const spoilt = lines.map((line, at) => (at === 2 ? line.replace('"verdict"', '"verdicts"') : line));
  fs.writeFileSync(path.join(folder, 'judge', 'spoilt.jsonl'), spoilt.join('\n'));
};

describe.skipIf(missing !== null)('evidence beside the verdict', () => {
  let folder = '';
  const workbench = useWorkbench(
    (made) => {
      folder = made;
      study(made);
    },
    {
      size: { width: 1500, height: 1000 },
    },
  );
  const press = (key: string) => workbench().page.keyboard.press(key);
  const pickRows = () => workbench().page.locator('.quick-input-list .monaco-list-row');

  /** Types a path into VS Code's own dialog for files; it takes no Enter while it still reads the folder. */
  const openFile = async (title: string, file: string) => {
    const dialog = workbench().page.locator('.quick-input-widget', { hasText: title });
    await dialog.locator('.monaco-list-row').first().waitFor();
    await workbench().quickInput().fill(path.join(folder, file));
    for (let tries = 0; tries < 20 && (await dialog.isVisible()); tries++) {
      await press('Enter');
      await dialog.waitFor({ state: 'hidden', timeout: 1000 }).catch(() => undefined);
    }
  };

  const importJudge = async (file: string) => {
    await workbench().command('Touchstone: Import Judge File...');
    await openFile("A judge's answers", file);
  };

  it('names a field that a row lacks by its line and the map', async () => {
    await workbench().showTouchstone();
    await workbench().rows('Instances', id).first().waitFor();
    await importJudge('judge/spoilt.jsonl');
    await workbench().pick('Choose another map...');
    await openFile('How its fields are named', 'judge/magpie.map.yaml');
    const fault = 'Line 3 has no field `verdict` under magpie.map.yaml';
    await pickRows().filter({ hasText: fault }).first().waitFor();
    await workbench().screenshot('judge import with a fault');
    await press('Escape');
  });

  it('imports a judge: the preview says what joins, Enter enters it into the study file', async () => {
    await importJudge('judge/magpie.jsonl');
    await pickRows().filter({ hasText: 'Import: 11 joined, 2 contradictions queued' }).waitFor();
    expect(await pickRows().filter({ hasText: 'INCORRECT is read as wrong' }).count()).toBeGreaterThan(0);
    await workbench().screenshot('judge import');
    await press('Enter');
    await workbench().toast('11 joined, 2 contradictions queued. Entered into the study file.').waitFor();
    expect(fs.readFileSync(path.join(folder, 'touchstone.yaml'), 'utf8')).toContain('judge/magpie.jsonl');
    await workbench().command('Notifications: Clear All Notifications');
  });

  it('shows on the page what each judge says of a run, and your answers beside', async () => {
    const page = await openPage(workbench(), id);
    await page.locator('.runs tr', { hasText: 'kestrel-1' }).first().click();
    const magpie = page.locator('article', { hasText: 'magpie' });
    await magpie.waitFor();
    expect(await magpie.textContent()).toContain('Text and label disagree.');
    expect(await magpie.locator('h3').textContent()).toContain('you: wrong ≠');
    expect(await page.locator('.verdicts').textContent()).toContain('You (r1): wrong');
    expect(await page.locator('.verdicts').textContent()).toContain('birch: right');
    await magpie.scrollIntoViewIfNeeded();
    await workbench().screenshot('judges on the page');
  });

  it('follows the item in the panel: its tests with their log lines, and the judges', async () => {
    await workbench().command('Focus on Required Tests View');
    const tests = await workbench().webview('section[aria-label="FAIL_TO_PASS"]');
    await expect.poll(() => tests.locator('main').textContent(), patience).toContain(`kestrel-1, ${id}`);
    expect(await tests.locator('main').textContent()).toContain('Gold:');
    await tests.getByRole('button', { name: 'passed' }).first().click();
    await workbench().screenshot('required tests');
    await tests
      .getByRole('button', { name: /^Line \d+ of the log/ })
      .first()
      .click();
    await workbench().tab('test_output.txt').waitFor();
    await workbench().command('Focus on Judges View');
    const judges = await workbench().webview('main .answers article.answer .known');
    expect(await judges.locator('article').count()).toBeGreaterThan(0);
    await workbench().screenshot('judges in the panel');
  });

  it('hides judges while an unjudged item lies on the desk, says by which rule, and adds a line of the log to the form', async () => {
    await openPage(workbench(), spandrel(34));
    await press('v');
    const form = await workbench().webview(`.subject:has-text("${spandrel(34)}"), .top b:has-text("${spandrel(34)}")`);
    await workbench().command('Focus on Judges View');
    const judges = await workbench().webview('.shut:has-text("blinding.judge: after-verdict")');
    expect(await judges.locator('body').textContent()).toContain('Hidden until you submit');
    await workbench().command('Focus on Required Tests View');
    const tests = await workbench().webview(`main h2:has-text("${spandrel(34)}")`);
    const add = tests.getByRole('button', { name: /^Add line \d+ as evidence/ }).first();
    const line = /\d+/.exec((await add.getAttribute('aria-label')) ?? '')?.[0];
    await add.click();
    await form.locator('body', { hasText: `log L${line}` }).waitFor();
    await workbench().screenshot('evidence from the tests');
  });

  it('opens the judge report as a document', async () => {
    await workbench().command('Touchstone: End Judging');
    await workbench().command('Touchstone: Judge Report');
    await workbench().tab('judge-report.md').waitFor();
    const lines = workbench().page.locator('.editor-group-container .view-lines').last();
    await expect.poll(() => lines.textContent(), patience).toContain('Judge');
    await workbench().screenshot('judge report');
  });
});
