import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { broken, checkedStudy, slow, sound } from '../../fakes/checkedStudy';
import { answering } from './dialogs';
import { replacing, untrusted } from './stubs';
import { closeAllEditors, itemIn, openSample, removeScratch, scratch, services, until } from './study';

const withoutSandbox = { button: 'Run Without a Sandbox' };

/** What is said under the progress notification; `press` is told of each, and its true presses Cancel. */
const watchingProgress = async (press: (said: string) => boolean, work: () => PromiseLike<unknown>) => {
  const said: string[] = [];
  const titles: string[] = [];
  const withProgress = async (
    { title, cancellable }: vscode.ProgressOptions,
    task: Parameters<typeof vscode.window.withProgress>[1],
  ) => {
    // Without a title it is a view's own bar.
    if (title) titles.push(`${title}${cancellable ? ' [Cancel]' : ''}`);
    const cancel = new vscode.CancellationTokenSource();
    const report = ({ message = '' }: { readonly message?: string }) => {
      said.push(message);
      if (press(message)) cancel.cancel();
    };
    return task({ report }, cancel.token);
  };
  await replacing(vscode.window, 'withProgress', withProgress, work);
  return { said, titles };
};

describe('Check Dataset', () => {
  let study = '';
  before(async () => {
    const all = await services();
    study = scratch('checked');
    checkedStudy(study);
    await all.study.opening;
    await all.study.open(study);
  });
  after(async () => {
    await closeAllEditors();
    await openSample();
    removeScratch(study);
  });
  const dataset = async () => ({ kind: 'dataset', dataset: (await services()).study.catalogue?.datasets[0] });
  const check = async () => vscode.commands.executeCommand('touchstone.checkDataset', await dataset());
  const checksFile = () => path.join(study, 'checks', 'checked.jsonl');
  const journal = () => path.join(study, 'logs', 'run_evaluation', 'check-checked', 'journal.jsonl');
  const results = (): number => fs.readFileSync(journal(), 'utf8').split('"kind":"result"').length - 1;

  it('runs nothing in a folder that is not trusted', async () => {
    const shown = await untrusted(() => answering({}, check));
    assert.match(shown.join(), /Trust this folder to run/);
    assert.ok(!fs.existsSync(path.join(study, 'logs')));
  });

  it('says how far it is; Cancel ends it, and nothing is called sound or broken', async function () {
    this.timeout(180_000);
    let shown: readonly string[] = [];
    const { said, titles } = await watchingProgress(
      (text) => text.includes('1 of 12 runs'),
      async () => {
        shown = await answering(withoutSandbox, check);
      },
    );
    assert.deepEqual(titles, ['Check checked [Cancel]']);
    assert.ok(
      said.some((text) => text.includes('1 of 12 runs')),
      said.join('\n'),
    );
    assert.doesNotMatch(shown.join('\n'), /sound|could not/);
    assert.ok(!fs.existsSync(checksFile()));
  });

  it('goes on where it was ended, and says what is sound and what is not', async function () {
    this.timeout(240_000);
    const before = results();
    assert.ok(before >= 1);
    const shown = await answering({ button: 'Show Defects', pick: broken }, async () => {
      await check();
      await until('the page of the picked instance', () =>
        vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes(broken))),
      );
    });
    assert.match(shown.join('\n'), /Check checked: 1 of 2 instances are sound, 1 with defects/);
    assert.equal(results(), 12, 'what was run before was run again');
    assert.equal((await services()).current.value?.instanceId, broken);
  });

  it('has each defect on the page with a link that opens the log at the line', async () => {
    const all = await services();
    const item = { datasetPath: path.join(study, 'datasets', 'checked.jsonl'), instanceId: broken };
    const page = await all.app.remote.instancePage({ ...item, studyFolder: study, rules: 'swebench-v5' });
    assert.equal(page?.check?.state, 'defects');
    const [defect] = page?.check?.defects ?? [];
    assert.equal(defect?.title, 'gold fails');
    const log = defect?.evidence[0]?.log;
    assert.ok(log, 'the evidence has no link');
    const named = await itemIn(broken, log.runKey);
    await vscode.commands.executeCommand('touchstone.openTestOutput', named, log.line, log.repeat);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.equal(editor.selection.active.line, log.line - 1);
    assert.match(editor.document.lineAt(log.line - 1).text, /^not ok \d+ - format: /);
  });

  it('calls the other instance sound on its page', async () => {
    const item = { datasetPath: path.join(study, 'datasets', 'checked.jsonl'), instanceId: sound };
    const { app } = await services();
    const page = await app.remote.instancePage({ ...item, studyFolder: study, rules: 'swebench-v5' });
    assert.deepEqual([page?.check?.state, page?.check?.words], ['sound', 'sound']);
  });
});

describe('an instance about speed', () => {
  let study = '';
  before(async () => {
    const all = await services();
    study = scratch('speed');
    checkedStudy(study, [slow]);
    await all.study.opening;
    await all.study.open(study);
  });
  after(async () => {
    await openSample();
    removeScratch(study);
  });
  const evaluate = async (pick: string | null) => {
    const item = await itemIn(slow, 'kestrel-1');
    const answers = { ...withoutSandbox, ...(pick === null ? {} : { pick }) };
    return answering(answers, () => vscode.commands.executeCommand('touchstone.evaluate', item));
  };
  const row = async () => {
    const { app } = await services();
    const item = { datasetPath: path.join(study, 'datasets', 'checked.jsonl'), instanceId: slow };
    const page = await app.remote.instancePage({ ...item, studyFolder: study, rules: 'swebench-v5' });
    return page?.runs.find(({ key }) => key === 'kestrel-1');
  };

  it('is not evaluated where the person turns away from the question how', async () => {
    assert.deepEqual(await evaluate(null), []);
    assert.equal((await row())?.outcome, 'not-evaluated');
  });

  it('is evaluated by its tests alone where that is wanted', async function () {
    this.timeout(120_000);
    assert.match((await evaluate('Tests alone')).join('\n'), /: resolved \(swebench-v5\)$/m);
    assert.equal((await row())?.optimisation, '');
  });

  it('is timed where that is wanted; the page has score, ratio, interval and rounds', async function () {
    this.timeout(300_000);
    const shown = await evaluate('Tests, then time');
    const words =
      /optimisation score 1: its tests take [\d.]+% of the base's time \(95% interval .* n = 5\), below 80%/;
    assert.match(shown.join('\n'), words);
    const said = (await row())?.optimisation ?? '';
    assert.match(said, words);
    assert.match(said, /; gold takes [\d.]+% of the base's time/);
  });
});
