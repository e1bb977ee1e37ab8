import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { spandrel } from '../../fakes/evaluatedStudy';
import { answering } from './dialogs';
import { closeAllEditors, openSample, services, tabLabels, until } from './study';

const isWebview = (viewType: string) => () => {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputWebview && input.viewType.includes(viewType);
};

describe('the matrix and two runs', () => {
  let study = '';
  before(async function () {
    this.timeout(180_000);
    study = await openSample();
  });
  afterEach(closeAllEditors);

  it('opens once, as an editor', async () => {
    await vscode.commands.executeCommand('touchstone.showMatrix');
    await until('the matrix', isWebview('touchstone.matrix'));
    await vscode.commands.executeCommand('touchstone.showMatrix');
    assert.deepEqual(tabLabels(), ['Matrix']);
  });

  it('has a row for each instance and a column for each run, counts and windows that agree', async () => {
    const { app, explored } = await services();
    const wish = { words: '', differ: false, order: null };
    const shape = await app.remote.matrixShape({ ...wish, query: explored.query(study) });
    assert.deepEqual([shape.rows, shape.known], [7, 7]);
    // Other tests evaluate base and gold in the same study.
    const runs = shape.columns.flatMap(({ kind }, column) => (kind === 'prediction' ? [column] : []));
    assert.deepEqual(
      runs.map((column) => shape.columns[column]?.key),
      ['kestrel-1', 'kestrel-1-a2', 'kestrel-1-a3', 'heron-2'],
    );
    const all = { version: shape.version, firstRow: 0, rows: 50, firstColumn: 0, columns: 50 };
    const window = await app.remote.matrixWindow(all);
    assert.ok(window);
    const at = window.heads.findIndex(({ id }) => id === spandrel(21));
    assert.deepEqual(
      runs.map((column) => window.cells[at]?.[column]?.words ?? null),
      ['unresolved', null, null, 'no verdict: not applied'],
    );
    for (const [column, { counts }] of shape.columns.entries()) {
      const words: readonly (string | undefined)[] = window.cells.map((row) => row[column]?.words);
      assert.equal(words.filter((word) => word === 'resolved').length, counts.resolved);
      assert.equal(words.filter((word) => word?.startsWith('no verdict')).length, counts.none);
    }
    const newer = await app.remote.matrixShape({ ...wish, query: explored.query(study) });
    assert.notEqual(newer.version, shape.version);
    assert.equal(await app.remote.matrixWindow(all), null, 'cells of a matrix that is gone');
  });

  it('compares two runs from the tree, the parent as A, and from a quick pick', async () => {
    const { catalogue } = (await services()).study;
    const [first, last] = [catalogue?.runs[0], catalogue?.runs.at(-1)];
    const nodes = [
      { kind: 'run', run: first },
      { kind: 'run', run: last },
    ];
    await vscode.commands.executeCommand('touchstone.compareRuns', nodes[0], nodes);
    await until('the comparison', () => tabLabels().includes(`${first?.id} ↔ ${last?.id}`));
    assert.ok(isWebview('touchstone.comparedRuns')());
    await answering({ pick: 'kestrel-1' }, () =>
      vscode.commands.executeCommand('touchstone.compareRuns', { runKey: 'heron-2' }),
    );
    await until('the comparison', () => tabLabels().includes('kestrel-1 ↔ heron-2'));
    assert.equal(tabLabels().length, 1, 'one editor for all comparisons');
  });

  it('finds error types in the logs, with the line that decided', async () => {
    const { app } = await services();
    const pair = { studyFolder: study, a: 'kestrel-1', b: 'heron-2' };
    const { comparison, typed } = await app.remote.compareRuns({ ...pair, types: true });
    assert.equal(typed, true);
    assert.equal(comparison.sets['only-b'], 1);
    const all = { set: null, from: null, to: null };
    const { rows, total } = await app.remote.comparedWindow({ ...pair, filter: all, from: 0, count: 100 });
    assert.equal(total, comparison.n);
    const row = rows.find(({ instanceId }) => instanceId === spandrel(14));
    assert.equal(row?.a.error?.type, 'assertion');
    const log = path.join(study, 'logs/run_evaluation/kestrel-1/kestrel-1', spandrel(14), 'test_output.txt');
    const line = fs.readFileSync(log, 'utf8').split('\n')[(row?.a.error?.line ?? 0) - 1];
    assert.equal(line, row?.a.error?.text);
  });
});
