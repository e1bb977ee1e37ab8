import { describe, expect, it } from 'vitest';
import type { StudyOpening } from '../../../src/app/openStudy';
import type { InstanceSummary, StudyCatalogue } from '../../../src/core/study/catalogue';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../src/io/index/rowSeek';
import type { InstanceQuery } from '../../../src/protocol/explorer';
import { explorerApi } from '../../../src/worker/explorerApi';
import { ExplorerDesk } from '../../../src/worker/explorerDesk';
import { OpenedStudy } from '../../../src/worker/openedStudy';
import { studyApi } from '../../../src/worker/studyApi';

const root = '/nowhere/study';

const instance = (id: string): InstanceSummary => ({ id, repo: 'a/b', title: id, hasGold: true }) as InstanceSummary;

const first = (ids: readonly string[], at = root): StudyCatalogue => ({
  ...{ root: at, studyId: 's', studyFile: null, rubric: 'patch-review', filesLookedAt: 1 },
  datasets: [{ id: 'd', path: `${at}/d`, format: 'f', instances: ids.map(instance), skipped: [], notes: [] }],
  ...{ runs: [], evaluations: [], judges: [], problems: [] },
});

const withRun = (catalogue: StudyCatalogue): StudyCatalogue => {
  const predictions = [{ instanceId: 'one', patchHash: null, patchBytes: 0 }];
  const run = { id: 'r', path: `${catalogue.root}/p`, model: null, attempt: 1, base: null, predictions, skipped: [] };
  return { ...catalogue, runs: [run] };
};

/** Openings whose runs are read when the test says so. */
const rig = () => {
  const openings: { whole(): void; fail(): void; readonly signal: AbortSignal; asked: number }[] = [];
  let ids: readonly string[] = ['one', 'two'];
  const reading = {
    beginStudy: async ({ folder, signal }: { folder: string; signal: AbortSignal }): Promise<StudyOpening> => {
      const begun = first(ids, folder);
      let [whole, fail] = [() => {}, () => {}];
      const rest = new Promise<StudyCatalogue>((resolve, reject) => {
        whole = () => resolve(withRun(begun));
        fail = () => reject(new Error('disk is gone'));
      });
      const opening = { whole, fail, signal, asked: 0 };
      openings.push(opening);
      const read = () => {
        opening.asked += 1;
        return rest;
      };
      return { first: begun, rest: read };
    },
    listDataset: () => Promise.reject(new Error('none')),
  };
  const study = new OpenedStudy(reading);
  const explorer = explorerApi(new ExplorerDesk({ files: nodeFiles, seek: rowSeek }, study));
  const api = studyApi(nodeFiles, reading as never, study);
  const open = (folder = root) => api.openStudy({ folder, beside: [] });
  const set = (next: readonly string[]) => {
    ids = next;
  };
  return { study, explorer, api, open, openings, set };
};

const query = (part: Partial<InstanceQuery> = {}): InstanceQuery => ({
  studyFolder: root,
  text: '',
  facets: {},
  sort: { by: 'data', descending: false },
  ...part,
});

const window = (part: Partial<InstanceQuery> = {}) => ({ query: query(part), from: 0, count: 10 });

describe('a study whose runs are still to be read', () => {
  it('has rows and groups at once; what is asked of its runs waits for them', async () => {
    const { explorer, api, open, openings } = rig();
    const overview = await open();
    expect([overview.datasets[0]?.count, overview.runs.length, overview.opening]).toEqual([2, 0, 1]);
    expect((await explorer.exploreWindow(window())).rows.map(({ id, runs }) => [id, runs])).toEqual([
      ['one', 0],
      ['two', 0],
    ]);
    expect((await explorer.exploreWindow(window({ text: 'two' }))).total).toBe(1);
    expect(await explorer.locateInstance({ studyFolder: root, instanceId: 'two' })).toBe(`${root}/d`);
    const said: string[] = [];
    const by = { facet: 'outcome', run: 'r' } as const;
    const groups = explorer.exploreGroups({ query: query(), by }).finally(() => said.push('groups'));
    const sorted = explorer
      .exploreWindow(window({ sort: { by: 'outcome', descending: false } }))
      .finally(() => said.push('sorted'));
    const filtered = explorer
      .exploreWindow(window({ facets: { outcome: ['r\nnone'] } }))
      .finally(() => said.push('filtered'));
    const whole = api.readRuns({ opening: 1 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(said).toEqual([]);
    openings[0]?.whole();
    expect((await groups).groups.map(({ count }) => count)).toEqual([1, 1]);
    expect([(await sorted).total, (await filtered).rows.map(({ id }) => id)]).toEqual([2, ['one']]);
    expect((await whole)?.overview.runs.map(({ id }) => id)).toEqual(['r']);
    expect([(await whole)?.overview.opening, (await whole)?.fault, openings[0]?.asked]).toEqual([null, null, 1]);
    expect((await explorer.exploreWindow(window())).rows.map(({ runs }) => runs)).toEqual([1, 0]);
  });

  it('is given up for a refresh: its late answer is dropped, and who waits for it gets the new one', async () => {
    const { study, api, open, openings, set } = rig();
    await open();
    const stale = api.readRuns({ opening: 1 });
    const waits = study.of(root);
    set(['one', 'two', 'three']);
    expect((await open()).datasets[0]?.count).toBe(3);
    expect(openings[0]?.signal.aborted).toBe(true);
    openings[0]?.fail();
    expect(await stale).toBeNull();
    expect(await api.readRuns({ opening: 1 })).toBeNull();
    openings[1]?.whole();
    expect((await waits).datasets[0]?.instances).toHaveLength(3);
    expect((await api.readRuns({ opening: 2 }))?.overview.datasets[0]?.count).toBe(3);
  });

  it('keeps the outcomes on screen while it is read again', async () => {
    const { explorer, api, open, openings, set } = rig();
    await open();
    openings[0]?.whole();
    await api.readRuns({ opening: 1 });
    set(['one']);
    const again = await open();
    expect([again.opening, again.runs.length]).toEqual([2, 1]);
    expect((await explorer.exploreWindow(window())).rows.map(({ runs }) => runs)).toEqual([1, 0]);
    openings[1]?.whole();
    await api.readRuns({ opening: 2 });
    expect((await explorer.exploreWindow(window())).total).toBe(1);
  });

  it('shows nothing of the folder that was open before', async () => {
    const { api, open, openings } = rig();
    await open('/nowhere/other');
    openings[0]?.whole();
    await api.readRuns({ opening: 1 });
    expect((await open()).runs).toEqual([]);
  });

  it('leaves the datasets where its runs can not be read, and says why', async () => {
    const { study, explorer, api, open, openings } = rig();
    await open();
    openings[0]?.fail();
    const answer = await api.readRuns({ opening: 1 });
    expect(answer?.fault).toBe('Runs and evaluations could not be read: disk is gone');
    expect(answer?.overview.problems.map(({ reason }) => reason)).toEqual([answer?.fault]);
    expect(answer?.overview.opening).toBeNull();
    expect((await explorer.exploreWindow(window())).total).toBe(2);
    expect((await study.of(root)).runs).toEqual([]);
  });
});
