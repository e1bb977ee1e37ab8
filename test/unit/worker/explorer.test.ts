import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexCache } from '../../../src/core/dataset/rowIndexText';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../src/io/index/rowSeek';
import { sha256 } from '../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import type { InstanceQuery } from '../../../src/protocol/explorer';
import { explorerApi } from '../../../src/worker/explorerApi';
import { ExplorerDesk } from '../../../src/worker/explorerDesk';
import { JudgesDesk } from '../../../src/worker/judgesApi';
import { OpenedStudy } from '../../../src/worker/openedStudy';
import { QueueDesk } from '../../../src/worker/queueDesk';
import { readingApi } from '../../../src/worker/readingApi';
import { studyOverview } from '../../../src/worker/studyOverview';
import { studyRowsApi } from '../../../src/worker/studyRowsApi';
import { Tasks } from '../../../src/worker/tasks';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
let elsewhere: TempFolder;
beforeEach(() => {
  folder = tempFolder();
  elsewhere = tempFolder();
});
afterEach(() => {
  folder.remove();
  elsewhere.remove();
});

const noCache: IndexCache = { load: async () => null, save: async () => {} };

const worker = () => {
  const reading = readingApi({ files: nodeFiles, sha256, cache: noCache, seek: rowSeek }, new Tasks());
  const study = new OpenedStudy(reading);
  return { study, api: explorerApi(new ExplorerDesk({ files: nodeFiles, seek: rowSeek }, study)) };
};

const query = (part: Partial<InstanceQuery> = {}): InstanceQuery => ({
  studyFolder: folder.path,
  text: '',
  facets: {},
  sort: { by: 'data', descending: false },
  ...part,
});

const someDataset = (): string =>
  folder.write('d.jsonl', jsonLines(['a__b-1', 'a__b-2', 'a__b-3'].map((id) => instanceRow(id))));

const report = (id: string, resolved: boolean): string =>
  JSON.stringify({
    [id]: {
      ...{ patch_is_None: false, patch_exists: true, patch_successfully_applied: true, resolved },
      tests_status: { FAIL_TO_PASS: { success: ['t'], failure: [] }, PASS_TO_PASS: { success: [], failure: [] } },
    },
  });

/** Queues of a study without judges and without patches to compare. */
const noJudges = (study: OpenedStudy): QueueDesk =>
  new QueueDesk({
    study,
    judges: new JudgesDesk({ files: nodeFiles, openTrajectory: openTrajectoryFiles }, study),
    readInstance: async () => null,
    readPatch: async () => null,
    sha256,
  });

/** The study as the extension host gets it, and what it asks for after that. */
const opened = async () => {
  const { study } = worker();
  const overview = studyOverview(await study.open(folder.path, []), await study.parts(folder.path));
  return { overview, rows: studyRowsApi(study, noJudges(study)) };
};

describe('what the extension host gets of a study', () => {
  it('has counts alone, and rows of one instance when it asks, with the dataset that has it', async () => {
    someDataset();
    folder.write('runs/r1/predictions.jsonl', jsonLines([predictionRow('a__b-3', 'x'), predictionRow('z__z-1', 'y')]));
    folder.write('logs/run_evaluation/r2/m/a__b-2/report.json', report('a__b-2', true));
    const { overview, rows } = await opened();
    expect(overview.datasets.map(({ id, count, skippedCount }) => [id, count, skippedCount])).toEqual([['d', 3, 0]]);
    expect(overview.runs.map(({ id, predictions, counts }) => [id, predictions, counts])).toEqual([['r1', 2, '']]);
    expect(overview.alone.map(({ first, counts }) => [first.runId, counts])).toEqual([['r2', '✓1']]);
    expect(JSON.stringify(overview)).not.toContain('z__z-1');
    const at = (instanceId: string) => rows.rowsOf({ studyFolder: folder.path, instanceId });
    expect((await at('a__b-3')).datasetPath).toMatch(/d\.jsonl$/);
    expect((await at('z__z-1')).datasetPath).toBeNull();
    expect((await at('z__z-1')).rows.map(({ key }) => key)).toEqual(['r1']);
  });

  it('stands under the run that was evaluated, not under a later one that was not', async () => {
    someDataset();
    folder.write('runs/r1/predictions.jsonl', jsonLines([predictionRow('a__b-2', 'x')]));
    folder.write('logs/run_evaluation/r1/m/a__b-2/report.json', report('a__b-2', true));
    folder.write('runs/r2/predictions.jsonl', jsonLines([predictionRow('a__b-2', 'y')]));
    expect((await opened()).overview.usualRun).toBe('r1');
  });

  it('holds no lists of tests, but changes when they do', async () => {
    someDataset();
    const at = 'logs/run_evaluation/r2/m/a__b-2/report.json';
    const open = async () => {
      const { rows } = await opened();
      return (await rows.rowsOf({ studyFolder: folder.path, instanceId: 'a__b-2' })).rows[0]?.evaluations[0];
    };
    folder.write(at, report('a__b-2', true));
    const first = await open();
    expect(JSON.stringify(first)).not.toContain('tests_status');
    expect(first?.outcome).toEqual({ kind: 'resolved' });
    expect((await open())?.reportHash).toBe(first?.reportHash);
    folder.write(at, report('a__b-2', true).replace('"t"', '"u"'));
    expect((await open())?.reportHash).not.toBe(first?.reportHash);
  });

  it('is bounded in the rows that were left out', async () => {
    const broken = Array.from({ length: 1500 }, (_, i) => instanceRow(`a__c-${i}`, { patch: 7 }));
    folder.write('d.jsonl', jsonLines([instanceRow('a__b-1'), ...broken]));
    const { datasets } = (await opened()).overview;
    expect(datasets[0]?.skipped).toHaveLength(1000);
    expect(datasets[0]?.skippedCount).toBe(1500);
  });

  it('gets a queue by pages: empty patches never, what was skipped last, each with its place', async () => {
    someDataset();
    const predictions = ['a__b-1', 'a__b-2', 'a__b-3'].map((id) => predictionRow(id, id === 'a__b-2' ? '' : 'x'));
    folder.write('runs/r1/predictions.jsonl', jsonLines(predictions));
    const { rows } = await opened();
    const q = { studyFolder: folder.path, rater: 'r', from: 0, count: 1 };
    const all = await rows.waiting({ ...q, skipped: [], placeOf: 'r1\na__b-3' });
    expect([all.total, all.place, all.rows.map(({ row }) => row.instanceId)]).toEqual([2, 1, ['a__b-1']]);
    const later = await rows.waiting({ ...q, skipped: ['r1\na__b-1'], placeOf: 'r1\na__b-2' });
    expect([later.place, later.rows.map(({ row }) => row.instanceId)]).toEqual([null, ['a__b-3']]);
    const page = await rows.runRows({ studyFolder: folder.path, key: 'r1', from: 2, count: 10 });
    expect([page.total, page.rows.map(({ instanceId }) => instanceId)]).toEqual([3, ['a__b-3']]);
  });
});

describe('the explorer of the worker', () => {
  it('answers over the study and the datasets beside it, also where no folder is open', async () => {
    someDataset();
    const beside = elsewhere.write('other.jsonl', jsonLines([instanceRow('o__n-1')]));
    const { study, api } = worker();
    await study.open(folder.path, [beside, `${elsewhere.path}/gone.jsonl`]);
    expect((await api.exploreWindow({ query: query(), from: 0, count: 10 })).total).toBe(4);
    expect((await study.of(folder.path)).problems.map(({ where }) => where)).toEqual([`${elsewhere.path}/gone.jsonl`]);
    const at = { studyFolder: folder.path, instanceId: 'o__n-1' };
    expect(await api.locateInstance(at)).toBe(beside);
    expect(await api.locateInstance({ ...at, instanceId: 'nope' })).toBeNull();
    const { root } = await study.open(null, [beside]);
    expect(root).toBe(elsewhere.path);
    expect((await api.exploreWindow({ query: query({ studyFolder: root }), from: 0, count: 10 })).total).toBe(1);
  });

  it('says that it searches, finds more as it goes, and forgets it with the study', async () => {
    folder.write('d.jsonl', jsonLines([instanceRow('a__b-1'), instanceRow('a__b-2', { patch: 'a Needle' })]));
    const { study, api } = worker();
    await study.open(folder.path, []);
    const ask = () => api.exploreGroups({ query: query({ text: 'needle' }), by: { facet: 'repository', run: null } });
    const first = await ask();
    expect([first.total, first.all, first.search.running]).toEqual([0, 2, true]);
    await expect.poll(async () => (await ask()).search.running).toBe(false);
    expect((await ask()).groups.map(({ label, count }) => [label, count])).toEqual([['acme/ledger', 1]]);
    await study.open(folder.path, []);
    expect((await ask()).search.running).toBe(true);
  });

  it('counts outcomes of the run that is asked for, and facets of every run', async () => {
    someDataset();
    folder.write('runs/r1/predictions.jsonl', jsonLines([predictionRow('a__b-1', 'x'), predictionRow('a__b-2', '')]));
    folder.write('logs/run_evaluation/r1/heron-2/a__b-1/report.json', report('a__b-1', true));
    const { study, api } = worker();
    await study.open(folder.path, []);
    const by = { facet: 'repository', run: null } as const;
    const { groups } = await api.exploreGroups({ query: query({ run: 'r1' }), by });
    expect(groups[0]?.outcomes).toEqual({ resolved: 1, unresolved: 0, scored: 0, none: 1 });
    const { facets } = await api.exploreFacets({ query: query() });
    const outcome = facets.find(({ run }) => run === 'r1');
    expect(outcome?.values.map(({ label, count }) => [label, count])).toEqual([
      ['no verdict', 1],
      ['not evaluated', 1],
      ['resolved', 1],
    ]);
  });

  it('gives at most a thousand rows at once', async () => {
    folder.write('d.jsonl', jsonLines(Array.from({ length: 1200 }, (_, i) => instanceRow(`a__b-${i}`))));
    const { study, api } = worker();
    await study.open(folder.path, []);
    const window = await api.exploreWindow({ query: query(), from: 100, count: 5000 });
    expect([window.total, window.rows.length, window.rows[0]?.id]).toEqual([1200, 1000, 'a__b-100']);
  });
});
