import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { noFilter } from '../../../src/editor/views/instanceFilter';
import type { InstanceTree } from '../../../src/editor/views/instanceTree';
import { spandrel } from '../../fakes/evaluatedStudy';
import { instanceRow } from '../../fakes/rows';
import { wideStudy } from '../../fakes/wideStudy';
import { instanceTree, walk } from './instances';
import { openSample, removeScratch, scratch, services, until } from './study';

const ids = async (tree: InstanceTree): Promise<string[]> =>
  (await walk(tree)).flatMap(({ node }) => (node.kind === 'instance' ? [node.instance.id] : []));

const groups = async (tree: InstanceTree): Promise<string[]> =>
  (await walk(tree)).flatMap(({ node, item }) => (node.kind === 'group' ? [`${item.label}: ${item.description}`] : []));

const labels = async (tree: InstanceTree): Promise<string[]> =>
  (await tree.getChildren()).map((node) => String(tree.getTreeItem(node).label));

/** Waits until statements and patches were searched too. */
const searched = async (tree: InstanceTree): Promise<void> => {
  await until('the end of the search', async () => {
    await tree.getChildren();
    return !tree.describe().includes('so far');
  });
};

/** Writes 100,000 rows in a process of its own: what it takes of memory would hold up the host that is measured. */
const writeManyRows = (file: string): void => {
  const script = `
    const fs = require('node:fs');
    const row = JSON.parse(process.argv[2]);
    const handle = fs.openSync(process.argv[1], 'w');
    for (let i = 0; i < 100_000; i++)
      fs.writeSync(handle, JSON.stringify({ ...row, instance_id: 'acme__ledger-' + i, repo: 'acme/part-' + (i % 7),
        problem_statement: 'Total ' + i + ' is wrong' }) + '\\n');
    fs.closeSync(handle);`;
  execFileSync(process.execPath, ['-e', script, file, JSON.stringify(instanceRow(''))]);
};

describe('the Instances view', () => {
  let tree: InstanceTree;
  before(async function () {
    this.timeout(180_000);
    await openSample();
  });
  beforeEach(async () => {
    tree = await instanceTree();
  });
  afterEach(() => tree.dispose());

  it('is filtered by words of the title, and of statements and patches', async () => {
    tree.filter = { ...noFilter, text: 'HOLES subtract' };
    assert.ok((await ids(tree)).includes(spandrel(23)));
    await searched(tree);
    assert.match(tree.describe(), /^\d of 7: "HOLES subtract"$/);
    tree.filter = { ...noFilter, text: 'diff --git' };
    await searched(tree);
    assert.equal((await ids(tree)).length, 7, 'a gold patch was not searched');
    tree.filter = { ...noFilter, text: 'no such words' };
    await searched(tree);
    assert.deepEqual(await ids(tree), []);
  });

  it('is filtered by the outcomes of runs: of one run any, of several all', async () => {
    const outcome = (...values: string[]) => ({ ...noFilter, facets: { outcome: values } });
    tree.filter = outcome('kestrel-1\nunresolved');
    assert.deepEqual(await ids(tree), [spandrel(14), spandrel(21)]);
    assert.equal(tree.describe(), '2 of 7: unresolved by kestrel-1');
    tree.filter = outcome('heron-2\nnone');
    assert.deepEqual(await ids(tree), [spandrel(21)]);
    tree.filter = outcome('kestrel-1\nunresolved', 'kestrel-1\nnone');
    const either = await ids(tree);
    assert.deepEqual(either.filter((id) => [spandrel(14), spandrel(21)].includes(id)).length, 2);
    assert.ok(either.includes(spandrel(17)));
    tree.filter = outcome('kestrel-1\nunresolved', 'heron-2\nresolved');
    assert.deepEqual(await ids(tree), [spandrel(14)]);
  });

  it('counts each facet under all other facets', async () => {
    const { app, study } = await services();
    const facets = { outcome: ['kestrel-1\nunresolved'] };
    const query = { studyFolder: study.folder ?? '', text: '', facets, sort: noFilter.sort };
    const answer = await app.remote.exploreFacets({ query });
    const counts = (facet: string, run: string | null) =>
      answer.facets
        .filter((list) => list.facet === facet && list.run === run)
        .flatMap(({ values }) => values.map(({ label, count }) => [label, count] as const));
    assert.equal(answer.total, 2);
    assert.equal(new Map(counts('outcome', 'kestrel-1')).get('unresolved'), 2);
    assert.equal(
      counts('outcome', 'kestrel-1').reduce((sum, [, count]) => sum + count, 0),
      7,
      'its own facet is counted as if nothing of it were chosen',
    );
    assert.equal(
      counts('outcome', 'heron-2').reduce((sum, [, count]) => sum + count, 0),
      2,
    );
  });

  it('is grouped by what one chooses, with outcomes on the groups', async () => {
    assert.match((await groups(tree)).join(), /^touchstone-samples\/spandrel: 7 · .*✓\d/);
    tree.filter = { ...noFilter, groupBy: { facet: 'outcome', run: 'kestrel-1' }, runKey: 'kestrel-1' };
    const outcomes = await groups(tree);
    assert.ok(outcomes.includes('unresolved: 2 · ✗2'), outcomes.join());
    tree.filter = { ...noFilter, groupBy: { facet: 'language', run: null } };
    assert.match((await groups(tree)).join(), /^\w+: 7/);
    tree.filter = { ...noFilter, groupBy: null };
    assert.deepEqual(await groups(tree), []);
    assert.equal((await ids(tree)).length, 7);
    tree.filter = { ...noFilter, groupBy: null, sort: { by: 'id', descending: true } };
    assert.deepEqual(await ids(tree), [...(await ids(tree))].sort().reverse());
  });

  it('shows the rows of a study before its runs, and leaves each in its place when those come', async function () {
    this.timeout(120_000);
    const folder = scratch('staged');
    wideStudy(folder, 1200, { one: (i) => (i % 2 === 0 ? 'resolved' : 'assertion'), two: () => 'resolved' });
    const { study } = await services();
    const shown = async () => {
      const [group] = await tree.getChildren();
      assert.ok(group?.kind === 'group');
      const rows = (await tree.getChildren(group)).filter((node) => node.kind === 'instance');
      return { group, rows, items: [group, ...rows].map((node) => tree.getTreeItem(node)) };
    };
    let listening: { dispose(): void } | undefined;
    const firstShown = new Promise<void>((resolve) => {
      listening = study.onDidChange(() => study.folder === folder && resolve());
    });
    try {
      const opening = study.open(folder);
      await firstShown;
      const before = await shown();
      assert.ok(study.isReading, 'the runs were read before the rows could be shown');
      assert.deepEqual([before.rows.length, before.rows[0]?.instance.runs], [500, 0]);
      assert.equal(tree.describe(), '1,200 · reading runs...');
      assert.match(String(before.items.at(-1)?.tooltip), /its runs are being read/);
      await opening;
      const after = await shown();
      assert.deepEqual([after.group.group.outcomes.resolved, after.rows[0]?.instance.runs], [1200, 2]);
      assert.equal(tree.describe(), '1,200 · outcome of two');
      const ids = ({ items }: typeof after) => items.map(({ id }) => id);
      assert.deepEqual(ids(after), ids(before));
    } finally {
      listening?.dispose();
      removeScratch(folder);
      await openSample();
    }
  });

  it('shows 100,000 rows a page at a time, and the host never holds them', async function () {
    this.timeout(120_000);
    const folder = scratch('many');
    fs.mkdirSync(folder);
    writeManyRows(path.join(folder, 'many.jsonl'));
    const { study } = await services();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    try {
      delay.enable();
      await study.open(folder);
      const roots = await labels(tree);
      tree.filter = { ...noFilter, groupBy: null };
      const first = await tree.getChildren();
      delay.disable();
      assert.equal(roots.length, 7);
      assert.equal(study.catalogue?.datasets[0]?.count, 100_000);
      assert.equal(first.length, 501);
      const more = first.at(-1);
      assert.ok(more?.kind === 'more');
      assert.equal(tree.getTreeItem(more).label, '500 more');
      tree.showMore(more);
      assert.equal((await tree.getChildren()).length, 1001);
      tree.filter = { ...noFilter, groupBy: null, text: 'total 77777' };
      assert.deepEqual((await labels(tree)).slice(0, 1), ['ledger-77777']);
      assert.equal(await study.locate('acme__ledger-99999'), path.join(folder, 'many.jsonl'));
      console.log(`      host thread while 100,000 rows opened: longest delay ${(delay.max / 1e6).toFixed(0)} ms`);
    } finally {
      await openSample();
      removeScratch(folder);
    }
  });
});
