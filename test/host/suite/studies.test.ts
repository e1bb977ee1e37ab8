import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { evaluatedStudy, spandrel } from '../../fakes/evaluatedStudy';
import { instanceTree, walk } from './instances';
import { openSample, removeScratch, scratch, services } from './study';

const iconOf = ({ iconPath }: vscode.TreeItem): string => (iconPath instanceof vscode.ThemeIcon ? iconPath.id : '');

describe('a study', () => {
  before(async function () {
    this.timeout(180_000);
    await openSample();
  });

  it('opens by its touchstone.yaml: datasets, runs, judges, evaluations', async () => {
    const { catalogue } = (await services()).study;
    assert.ok(catalogue);
    assert.equal(path.basename(catalogue.studyFile ?? ''), 'touchstone.yaml');
    assert.equal(catalogue.studyId, 'quickstart');
    assert.deepEqual(
      catalogue.datasets.map(({ id, count }) => [id, count]),
      [['spandrel', 7]],
    );
    assert.deepEqual(
      catalogue.runs.map(({ id }) => id),
      ['kestrel-1', 'kestrel-1-a2', 'kestrel-1-a3', 'heron-2'],
    );
    assert.equal(catalogue.judges.length, 2);
    assert.ok(catalogue.evaluations >= 5);
  });

  it('shows a dataset that is opened beside it, and lets it be closed again', async () => {
    const { study } = await services();
    const folder = scratch('beside');
    fs.mkdirSync(folder);
    const file = path.join(folder, 'beside.jsonl');
    const row = { instance_id: 'o__n-1', repo: 'o/n', problem_statement: 'beside', patch: '', test_patch: '' };
    fs.writeFileSync(file, `${JSON.stringify({ ...row, FAIL_TO_PASS: [], PASS_TO_PASS: [] })}\n`);
    await study.addDatasets([file]);
    const tree = await instanceTree();
    const shown = async () =>
      (await tree.getChildren()).map((node) => [tree.getTreeItem(node).label, tree.getTreeItem(node).contextValue]);
    assert.deepEqual(await shown(), [
      ['spandrel', 'dataset'],
      ['beside', 'dataset.extra'],
    ]);
    await vscode.commands.executeCommand('touchstone.closeDataset', (await tree.getChildren())[1]);
    assert.deepEqual(await shown(), [['touchstone-samples/spandrel', 'group']]);
    tree.dispose();
    assert.ok(fs.existsSync(file));
  });

  it('opens without a study file, by content, with the same rows and outcomes', async () => {
    const folder = scratch('loose');
    await evaluatedStudy(folder);
    fs.rmSync(path.join(folder, 'touchstone.yaml'));
    const { study } = await services();
    await study.open(folder);
    try {
      assert.equal(study.catalogue?.studyFile, null);
      assert.equal(study.catalogue?.datasets.find(({ id }) => id === 'spandrel')?.count, 7);
      const outcomes = (await study.runsOf(spandrel(14))).map(({ runId, outcome }) => [runId, outcome?.kind]);
      assert.deepEqual(Object.fromEntries(outcomes)['heron-2'], 'resolved');
      assert.deepEqual(Object.fromEntries(outcomes)['kestrel-1'], 'unresolved');
    } finally {
      await openSample();
      removeScratch(folder);
    }
  });

  it('stands in the tree with an icon and words for each outcome', async () => {
    const tree = await instanceTree();
    const all = await walk(tree);
    const runs = all.filter(({ node }) => node.kind === 'run' && node.run.kind === 'prediction');
    const shown = (pullRequest: number, run: string) => {
      const found = runs.find(
        ({ node }) => node.kind === 'run' && node.instance.id === spandrel(pullRequest) && node.run.key === run,
      );
      return found && [iconOf(found.item), String(found.item.description).split(' · ')[0]];
    };
    assert.deepEqual(shown(14, 'heron-2'), ['pass', 'resolved']);
    assert.deepEqual(shown(14, 'kestrel-1'), ['error', 'unresolved']);
    assert.deepEqual(shown(21, 'heron-2'), ['issue-draft', 'no verdict: not applied']);
    assert.deepEqual(shown(17, 'kestrel-1'), ['issue-draft', 'no verdict: empty']);
    assert.deepEqual(shown(31, 'heron-2'), ['circle-large-outline', 'not evaluated']);
    assert.equal(new Set(all.map(({ item }) => item.id)).size, all.length, 'two rows have one id');
    tree.dispose();
  });

  it('is read again when asked, and a bad row leaves the others open', async () => {
    const folder = scratch('bad');
    await evaluatedStudy(folder);
    const rows = path.join(folder, 'datasets', 'spandrel.jsonl');
    const lines = fs.readFileSync(rows, 'utf8').split('\n');
    lines[3] = JSON.stringify({ ...JSON.parse(lines[3] ?? ''), patch: 7 });
    fs.writeFileSync(rows, lines.join('\n'));
    const { study } = await services();
    await study.open(folder);
    try {
      const dataset = study.catalogue?.datasets[0];
      assert.equal(dataset?.count, 6);
      assert.match(dataset.skipped[0]?.where ?? '', /spandrel\.jsonl.*4/);
      assert.equal(dataset.skipped[0]?.field, 'patch');
      const left = (await walk(await instanceTree())).find(({ node }) => node.kind === 'skipped');
      assert.equal(left?.item.label, 'Left out');
      fs.writeFileSync(rows, lines.slice(0, 3).join('\n'));
      await vscode.commands.executeCommand('touchstone.refresh');
      assert.equal(study.catalogue?.datasets[0]?.count, 3);
    } finally {
      await openSample();
      removeScratch(folder);
    }
  });
});
