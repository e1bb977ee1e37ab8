import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { EvaluationRuns } from '../../../src/editor/platform/evaluationRuns';
import type { Services } from '../../../src/editor/platform/services';
import type { EvaluationRun } from '../../../src/protocol/evaluationRuns';
import { evaluatedStudy, spandrel } from '../../fakes/evaluatedStudy';
import { evaluationRun } from '../../fakes/evaluationRun';
import { answering } from './dialogs';
import { untrusted } from './stubs';
import { removeScratch, scratch, services, until } from './study';

const withoutSandbox = { button: 'Run Without a Sandbox' };

/** A run's journal as a process leaves it that was killed after its first item. */
const leftJournal = (study: string, runId: string): void => {
  const folder = path.join(study, 'logs', 'run_evaluation', runId);
  fs.mkdirSync(folder, { recursive: true });
  const at = '2026-01-02T03:04:05.000Z';
  const wish = {
    datasetPath: path.join(study, 'datasets', 'spandrel.jsonl'),
    predictions: { kind: 'file', path: path.join(study, 'runs', runId, 'predictions.jsonl') },
    ...{ instanceIds: [spandrel(14)], runId, rules: null, timeoutMs: null, workers: null, repeats: 2, again: false },
    settings: { images: {}, testCommands: {}, repositories: {}, repository: null },
    ...{ backend: 'local', endpoint: null },
  };
  const opened = { kind: 'opened', at, wish, runs: [runId], total: 2, kept: 0, resumed: false };
  fs.writeFileSync(path.join(folder, 'journal.jsonl'), `${JSON.stringify(opened)}\n{"kind":"int`);
};

describe('evaluations that go on by themselves', () => {
  let all: Services;
  let study = '';
  let ended: EvaluationRun[] = [];
  let listening: vscode.Disposable | undefined;
  before(async function () {
    this.timeout(180_000);
    all = await services();
    study = scratch('runs');
    await evaluatedStudy(study);
    leftJournal(study, 'kestrel-1-a3');
    leftJournal(study, 'heron-2');
    await all.study.opening;
    listening = all.runs.onDidEnd((run) => ended.push(run));
  });
  after(() => {
    listening?.dispose();
    removeScratch(study);
  });
  beforeEach(() => {
    ended = [];
  });
  const end = () => until('the end of the run', () => ended[0]);
  const runNode = (id: string) => ({ kind: 'run', run: { id } });

  it('offers nothing that was left unfinished while the folder is not trusted', async () => {
    const shown = await untrusted(() => answering({}, () => all.study.open(study)));
    assert.deepEqual(all.runs.unfinished, []);
    assert.deepEqual(shown, []);
  });

  it('offers a run that was left unfinished once, lists it, and goes on with it to its end', async function () {
    this.timeout(120_000);
    const steer = (command: string, runId: string) => {
      const unfinished = all.runs.unfinished.find((each) => each.runId === runId);
      return vscode.commands.executeCommand(command, { kind: 'unfinished', key: '', unfinished });
    };
    const shown = await answering(withoutSandbox, async () => {
      await all.study.open(study);
      await until('the unfinished runs', () => all.runs.unfinished.length === 2);
      await steer('touchstone.dismissUnfinished', 'heron-2');
      await steer('touchstone.resumeUnfinished', 'kestrel-1-a3');
    });
    const offers = shown.filter((text) =>
      /on .*spandrel-14 ×2 was not finished: 0 of 2 done.* Another run is unfinished/.test(text),
    );
    assert.equal(offers.length, 1, shown.join('\n'));
    assert.deepEqual(all.runs.unfinished, []);
    const run = await end();
    assert.deepEqual(run.end, { kind: 'done', flaky: { predictions: 0, tests: 0 } });
    assert.deepEqual([run.progress.resolved, run.progress.done, run.progress.total], [2, 2, 2]);
    const repeat = path.join(study, 'logs', 'run_evaluation', 'kestrel-1-a3.r2', 'kestrel-1', spandrel(14));
    assert.ok(fs.existsSync(path.join(repeat, 'report.json')));
  });

  it('runs nothing in a folder that is not trusted', async () => {
    const shown = await untrusted(() =>
      answering({}, () => vscode.commands.executeCommand('touchstone.evaluateRun', runNode('kestrel-1-a2'))),
    );
    assert.match(shown.join(), /Trust this folder to run/);
    assert.equal(all.runs.live.length, 0);
  });

  it('evaluates a whole run without anybody waiting for it; its results land in the study', async function () {
    this.timeout(120_000);
    await answering(withoutSandbox, () =>
      vscode.commands.executeCommand('touchstone.evaluateRun', runNode('kestrel-1-a2')),
    );
    assert.equal(all.runs.live.length, 1, 'the command waited for the run');
    const run = await end();
    assert.deepEqual([run.title, run.end, run.progress.unresolved], ['kestrel-1-a2', { kind: 'done', flaky: null }, 1]);
    await until('the results in the study', async () => {
      const rows = await all.study.runsOf(spandrel(14));
      return rows.find(({ key }) => key === 'kestrel-1-a2')?.outcome?.kind === 'unresolved';
    });
  });

  it('repeats a prediction as often as was said, and refuses other numbers', async function () {
    this.timeout(120_000);
    const repeat = (input: string) =>
      answering({ ...withoutSandbox, input }, () =>
        vscode.commands.executeCommand('touchstone.evaluateWithRepeats', runNode('kestrel-1-a2')),
      );
    await repeat('21');
    assert.equal(all.runs.live.length, 0);
    await repeat('3');
    const run = await end();
    assert.deepEqual([run.progress.total, run.progress.kept, run.progress.unresolved], [3, 1, 3]);
    assert.deepEqual(run.end, { kind: 'done', flaky: { predictions: 0, tests: 0 } });
  });

  it('is cancelled whole: what runs is ended, nothing is offered again', async function () {
    this.timeout(120_000);
    await answering({ ...withoutSandbox, pick: 'Everything again' }, () =>
      vscode.commands.executeCommand('touchstone.evaluateRun', runNode('kestrel-1')),
    );
    await vscode.commands.executeCommand('touchstone.cancelAllEvaluations');
    const run = await end();
    assert.deepEqual(run.end, { kind: 'cancelled' });
    await until('the look for unfinished runs', async () => (await all.app.remote.runs({})).every((each) => each.end));
    assert.deepEqual(all.runs.unfinished, []);
    await vscode.commands.executeCommand('touchstone.clearEvaluations');
    assert.equal(all.runs.all.length, 0);
  });

  it('does not offer again what was dismissed, though it still lies there', async () => {
    const found = await all.app.remote.unfinishedRuns({ studyFolder: study });
    assert.deepEqual(
      found.map(({ runId }) => runId),
      ['heron-2'],
    );
    assert.deepEqual(all.runs.unfinished, []);
  });
});

describe('runs of an app that died', () => {
  it('have stopped, say that they can be resumed, and take no late word', () => {
    const runs = new EvaluationRuns();
    const ends: EvaluationRun[] = [];
    runs.onDidEnd((run) => ends.push(run));
    const going = evaluationRun({ total: 4, done: 1, running: [] });
    runs.changed(going);
    runs.lost();
    runs.changed(going);
    assert.equal(runs.live.length, 0);
    assert.equal(ends.length, 1);
    const [run] = ends;
    assert.ok(run?.end?.kind === 'failed' && /can be resumed/.test(run.end.message));
    assert.equal(run.progress.done, 1);
    runs.clearEnded();
    assert.deepEqual(runs.all, []);
    runs.dispose();
  });
});
