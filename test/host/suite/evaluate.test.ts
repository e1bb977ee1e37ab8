import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { spandrel } from '../../fakes/evaluatedStudy';
import { answering } from './dialogs';
import { untrusted } from './stubs';
import { itemOf, openSample, services } from './study';

const withoutSandbox = { button: 'Run Without a Sandbox' };

describe('Evaluate Patch', () => {
  let study = '';
  before(async function () {
    this.timeout(180_000);
    study = await openSample();
  });

  it('runs nothing in a folder that is not trusted, and says so', async () => {
    const item = await itemOf(23, 'heron-2');
    const shown = await untrusted(() =>
      answering({}, () => vscode.commands.executeCommand('touchstone.evaluate', item)),
    );
    assert.match(shown.join(), /Trust this folder to run/);
    assert.equal((await itemOf(23, 'heron-2')).run.outcome, null);
  });

  it('evaluates a prediction: report on disk, outcome in the tree, said in words', async function () {
    this.timeout(120_000);
    const item = await itemOf(23, 'heron-2');
    const shown = await answering(withoutSandbox, () => vscode.commands.executeCommand('touchstone.evaluate', item));
    assert.match(shown.join('\n'), /Evaluate heron-2 on .*spandrel-23: resolved/);
    const { run } = await itemOf(23, 'heron-2');
    assert.equal(run.outcome?.kind, 'resolved');
    const report = path.join(study, 'logs', 'run_evaluation', 'heron-2', 'heron-2', spandrel(23), 'report.json');
    assert.equal(JSON.parse(fs.readFileSync(report, 'utf8'))[spandrel(23)].resolved, true);
    assert.ok(fs.statSync(path.join(path.dirname(report), 'test_output.txt')).size > 0);
  });

  it('asks which patch where only an instance is named; base comes out unresolved', async function () {
    this.timeout(120_000);
    const { datasetPath, instanceId } = await itemOf(14, 'heron-2');
    const answers = { ...withoutSandbox, pick: 'base, no patch' };
    const evaluate = () =>
      vscode.commands.executeCommand('touchstone.evaluate', { datasetPath, instanceId, run: null });
    const shown = await answering(answers, evaluate);
    assert.match(shown.join('\n'), /: unresolved/);
    const rows = await (await services()).study.runsOf(instanceId);
    assert.equal(rows.find(({ kind }) => kind === 'base')?.outcome?.kind, 'unresolved');
  });
});
