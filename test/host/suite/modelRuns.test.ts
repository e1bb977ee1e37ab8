import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Services } from '../../../src/editor/platform/services';
import type { ModelRun } from '../../../src/protocol/modelRuns';
import { spandrel } from '../../fakes/evaluatedStudy';
import { modelStudy } from '../../fakes/modelStudy';
import { answering } from './dialogs';
import { replacing, untrusted } from './stubs';
import { removeScratch, scratch, services, until } from './study';

const canary = `sk-canary-${'0123456789abcdef'.repeat(3)}`;

/** Picks, one after the other, each by the start of its row's label. */
const choosing = async (rows: readonly string[], work: () => PromiseLike<unknown>): Promise<readonly string[]> => {
  const titles: string[] = [];
  const left = [...rows];
  const makeList = () => {
    const accepts: (() => void)[] = [];
    const hides: (() => void)[] = [];
    const list = {
      items: [] as readonly vscode.QuickPickItem[],
      ...{ selectedItems: [] as readonly vscode.QuickPickItem[], title: '' },
      onDidAccept: (handler: () => void) => accepts.push(handler),
      onDidHide: (handler: () => void) => hides.push(handler),
      onDidTriggerButton: () => undefined,
      show: () => {
        titles.push([list.title, ...list.items.map(({ label, detail = '' }) => `${label} ${detail}`)].join('\n'));
        const wanted = left.shift();
        const found = list.items.find(({ label }) => wanted !== undefined && label.startsWith(wanted));
        list.selectedItems = found ? [found] : [];
        for (const accept of accepts) if (found) accept();
        list.hide();
      },
      hide: () => {
        for (const hide of hides.splice(0)) hide();
      },
      dispose: () => undefined,
    };
    return list;
  };
  await answering({ button: 'Run Without a Sandbox' }, () =>
    replacing(vscode.window, 'createQuickPick', makeList, work),
  );
  return titles;
};

const filesBelow = (folder: string): readonly string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe('runs of models from the editor', () => {
  let all: Services;
  let study = '';
  let ended: ModelRun[] = [];
  let listening: vscode.Disposable | undefined;
  before(async function () {
    this.timeout(60_000);
    all = await services();
    if (!(await all.app.remote.pingEngine({ backend: 'docker', endpoint: null })).ok) this.skip();
    study = scratch('models');
    await modelStudy(study);
    await all.study.opening;
    await all.study.open(study);
    listening = all.modelRuns.onDidEnd((run) => ended.push(run));
  });
  after(async () => {
    listening?.dispose();
    await vscode.commands.executeCommand('touchstone.clearEvaluations');
    removeScratch(study);
  });
  beforeEach(() => {
    ended = [];
  });
  const instance = () => ({
    datasetPath: path.join(study, 'datasets', 'spandrel.jsonl'),
    instanceId: spandrel(14),
  });
  const run = (model: string, ...further: readonly string[]) =>
    choosing([model, 'mini', '1', '$1.00', ...further], () =>
      vscode.commands.executeCommand('touchstone.runModel', instance()),
    );
  const contained = ['In a Container', 'Only Run'];
  const end = () => until('the end of the run', () => ended[0]);

  it('runs nothing in a folder that is not trusted', async () => {
    const shown = await untrusted(() =>
      answering({}, () => vscode.commands.executeCommand('touchstone.runModel', instance())),
    );
    assert.match(shown.join(), /Trust this folder to run/);
    assert.equal(all.modelRuns.live.length, 0);
  });

  it('keeps a key in the secret storage alone: no file, no log and no list of names holds it', async () => {
    await answering({ input: canary }, () =>
      vscode.commands.executeCommand('touchstone.setModelKey', 'OPENAI_API_KEY'),
    );
    assert.equal(await all.keys.keyOf('OPENAI_API_KEY'), canary);
    const { models } = await all.app.remote.runChoices({ studyFolder: study });
    assert.equal(models.find(({ id }) => id === 'locked')?.lack, null);
    const places = [all.context.globalStorageUri, all.context.logUri].map(({ fsPath }) => path.dirname(fsPath));
    for (const file of [...places.filter((place) => fs.existsSync(place)), study].flatMap(filesBelow))
      assert.ok(!fs.readFileSync(file).includes(canary), `${file} holds the key`);
    await answering({ pick: 'OPENAI_API_KEY' }, async () => {
      await replacing(
        vscode.window,
        'showQuickPick',
        async (names: readonly string[]) => names[0],
        () => vscode.commands.executeCommand('touchstone.removeModelKey'),
      );
    });
    assert.equal(await all.keys.keyOf('OPENAI_API_KEY'), null);
  });

  it('offers what is missing instead of a run, and the last choice first', async function () {
    this.timeout(60_000);
    const [first = ''] = await run('nothing');
    assert.match(first, /locked .*key OPENAI_API_KEY is not set: set it/);
    await run('fixer', ...contained);
    const done = await end();
    assert.deepEqual([done.items[0]?.status, done.end], ['submitted', { kind: 'done' }], JSON.stringify(done));
    await until('the run in the study', () => all.study.catalogue?.runs.some(({ id }) => id === 'mini-fixer'));
    assert.ok(!fs.existsSync(path.join(study, 'runs', 'mini-fixer', 'wish.json')), 'an ended run is still offered');
    const again = await run('nothing');
    assert.match(again[0] ?? '', /^Run on .*\nfixer /);
  });

  it('is stopped; what was done is kept, and nobody offers to go on with it', async function () {
    this.timeout(60_000);
    await run('slow', ...contained);
    await until('a reply', () => (all.modelRuns.live[0]?.items[0]?.calls ?? 0) > 0);
    await vscode.commands.executeCommand('touchstone.stopModelRun');
    const stopped = await end();
    assert.equal(stopped.end?.kind, 'stopped');
    assert.ok(fs.existsSync(path.join(study, 'runs', 'mini-slow', 'run.json')));
    assert.deepEqual(await all.app.remote.unfinishedModelRuns({ studyFolder: study }), []);
  });

  it('goes on with a run that another window left', async function () {
    this.timeout(60_000);
    const folder = path.join(study, 'runs', 'left-run');
    fs.mkdirSync(folder, { recursive: true });
    const { datasetPath, instanceId } = instance();
    const wish = {
      ...{ datasetPath, instanceIds: [instanceId], agent: 'mini', model: 'fixer', attempt: 1, budgetUsd: 1 },
      ...{ workers: null, backend: 'docker', evaluates: false, title: 'left', fork: null, total: 1 },
      at: new Date().toISOString(),
    };
    fs.writeFileSync(path.join(folder, 'wish.json'), JSON.stringify(wish));
    const [left] = await all.app.remote.unfinishedModelRuns({ studyFolder: study });
    assert.deepEqual([left?.runId, left?.done, left?.total], ['left-run', 0, 1]);
    all.modelRuns.unfinished = left ? [left] : [];
    await answering({ button: 'Run Without a Sandbox' }, () =>
      vscode.commands.executeCommand('touchstone.resumeModelRun'),
    );
    const done = await end();
    assert.deepEqual([done.runIds, done.items[0]?.status], [['left-run'], 'submitted'], JSON.stringify(done));
    assert.deepEqual(all.modelRuns.unfinished, []);
  });
});
