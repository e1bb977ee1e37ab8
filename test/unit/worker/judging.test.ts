import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyAnswers, type FormAnswers, noAnswer } from '../../../src/core/review/form/answers';
import { readEventsOf } from '../../../src/io/store/readEvents';
import type { AppApi, HostApi, VerdictRequest } from '../../../src/protocol/app';
import type { Remote } from '../../../src/protocol/rpc';
import { appApi } from '../../../src/worker/appApi';
import { judgedSample } from '../../fakes/judgedSample';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const rubricFolder = path.resolve(import.meta.dirname, '../../../rubrics');
const rater = 'r1';
const silent = new Proxy({} as Remote<HostApi>, { get: () => async () => null });
const openApp = (): AppApi => appApi({ host: () => silent, rubricFolder });

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
  vi.stubEnv('TOUCHSTONE_CACHE', path.join(temp.path, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  temp.remove();
});

const value = (given: string | number | boolean) => ({ ...noAnswer, given: { kind: 'value' as const, value: given } });

const answers: FormAnswers = {
  ...emptyAnswers,
  criteria: { correct: value(true), general: value(true), complete: value('all'), side_effects: value(0) },
  overall: value('right'),
  confidence: 4,
};

const begun = async (folder: string) => {
  const api = openApp();
  const { opening } = await api.openStudy({ folder, beside: [] });
  await api.readRuns({ opening: opening ?? 0 });
  const { state } = await api.startJudging({ studyFolder: folder, rater, queue: 'Mine', item: null });
  const { rows } = await api.waiting({ studyFolder: folder, rater, skipped: [], from: 0, count: 1, placeOf: null });
  const [first] = rows;
  if (!first || first.datasetPath === null) throw new Error('Nothing waits.');
  const { row, datasetPath } = first;
  const request: VerdictRequest = {
    ...{ datasetPath, instanceId: row.instanceId, studyFolder: folder, studyId: 'quickstart', rater },
    ...{ rubric: 'patch-review', predictionsPath: row.predictionsPath ?? '', patchHash: row.patchHash },
    ...{ runId: row.runId, evaluationFolder: null, outcome: row.outcome, rules: null, label: row.runId },
    ...{ queue: 'Mine', position: null, waiting: 1 },
  };
  return { api, state, row, request };
};

const submission = (presentation: string) => ({ presentation, answers, activity: [], amends: null, confirmed: [] });

const eventsOf = async (folder: string) => {
  const events = [];
  for await (const event of readEventsOf(folder, rater)) events.push(event);
  return events;
};

describe('judging', () => {
  it('keeps by its own name what was judged under a letter, with what was hidden and how', async () => {
    const folder = await judgedSample({ by: ['amber'] });
    const { api, state, row, request } = await begun(folder);
    expect(state).toMatchObject({ hidden: ['model', 'tests', 'judge', 'gold', 'peers', 'signals', 'trajectory'] });
    expect(row).toMatchObject({ key: expect.stringMatching(/^[A-D]$/), model: null, outcome: null, evaluations: [] });
    const item = await api.openVerdict(request);
    expect(item).toMatchObject({ label: row.key, shown: [], revealed: null });
    expect(item.hidden).toEqual(['model', 'tests', 'judge', 'gold', 'other raters', 'signals', 'trajectory']);
    expect(item.context.visible).toEqual(['statement', 'model']);
    await api.submitVerdict(submission(item.presentation));
    const verdict = (await eventsOf(folder)).find(({ type }) => type === 'verdict');
    expect(verdict?.body).toMatchObject({
      seen: { run: expect.stringMatching(/^(kestrel|heron)/) },
      visible: ['statement', 'model'],
      hiding: { hidden: expect.arrayContaining(['model_name', 'tests', 'gold']), by: 'screen' },
    });
  });

  it('opens by the verdict what the study says, tells that in the form and in the events, and no more', async () => {
    const folder = await judgedSample({ by: ['amber'] });
    const { api, request } = await begun(folder);
    const { presentation } = await api.openVerdict(request);
    const result = await api.submitVerdict(submission(presentation));
    if (result.kind !== 'saved') throw new Error(JSON.stringify(result));
    const names = result.item.revealed?.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(['Tests', 'Judge magpie', 'Judge wren']));
    expect(names).not.toContain('Model');
    expect(result.item).toMatchObject({
      label: request.runId,
      shown: ['tests', 'judge', 'gold', 'signals', 'trajectory'],
    });
    const { rows } = await api.rowsOf({ studyFolder: folder, instanceId: request.instanceId });
    const judged = rows.find(({ patchHash }) => patchHash === request.patchHash);
    expect(judged).toMatchObject({ key: request.runId, model: null, blind: { hidden: ['model', 'peers'] } });
    expect(judged?.outcome).not.toBeNull();
    expect(rows.filter(({ outcome }) => outcome !== null)).toEqual([judged]);
    const own = await eventsOf(folder);
    expect(own.at(-1)).toMatchObject({ type: 'unblind', body: { opened: expect.arrayContaining(['tests', 'judge']) } });
    const amends = { event: result.item.saved?.event ?? '', reason: 'the tests are too narrow' };
    const amended = await api.submitVerdict({ ...submission(presentation), amends });
    expect(amended.kind === 'saved' && amended.item.history.at(-1)?.label).toBe('Amended after unblinding');
    expect((await eventsOf(folder)).filter(({ type }) => type === 'unblind')).toHaveLength(1);
  });

  it('is known to every window of the machine and to the next one, until it is ended in any of them', async () => {
    const folder = await judgedSample({ by: [] });
    const { api, row } = await begun(folder);
    const other = openApp();
    await other.openStudy({ folder, beside: [] });
    expect(await other.judgingState({ studyFolder: folder })).toMatchObject({ rater, onScreenOnly: true });
    await expect(other.runColumns({ studyFolder: folder })).rejects.toThrow('Closed while you judge.');
    const { rows } = await other.rowsOf({ studyFolder: folder, instanceId: row.instanceId });
    expect(rows.map(({ key }) => key).sort()).toEqual(['A', 'B', 'C', 'D'].slice(0, rows.length));
    await other.endJudging({ studyFolder: folder });
    expect(await api.judgingState({ studyFolder: folder })).toBeNull();
    const after = await api.rowsOf({ studyFolder: folder, instanceId: row.instanceId });
    expect(after.rows.map(({ runId }) => runId)).toEqual(expect.arrayContaining(['kestrel-1', 'heron-2']));
  });

  it("in a rater's own folder each verdict says that no file there tells", async () => {
    const folder = await judgedSample({ by: [] });
    writeFileSync(path.join(folder, 'rater.json'), '{}');
    const { api, state, request } = await begun(folder);
    expect(state.onScreenOnly).toBe(false);
    await api.openVerdict(request);
    expect((await eventsOf(folder)).at(-1)?.body).toMatchObject({ hiding: { by: 'package' } });
  });

  it('offers the patch against base alone while gold is hidden, and no function shows gold', async () => {
    const folder = await judgedSample({ by: [] });
    const { api, request } = await begun(folder);
    const { datasetPath, instanceId, predictionsPath } = request;
    const asked = { datasetPath, instanceId, predictionsPath, studyFolder: folder, repositories: {} };
    const plan = await api.planComparison(asked);
    expect(plan).toMatchObject({ isGoldHidden: true, goldIsPatch: false });
    expect(plan.files.every(({ inGold, inModel }) => inModel && !inGold)).toBe(true);
    const file = plan.files[0]?.path ?? '';
    await expect(api.readSide({ ...asked, path: file, side: 'gold' })).rejects.toThrow('Closed while you judge.');
    expect((await api.readSide({ ...asked, path: file, side: 'model' })).length).toBeGreaterThan(0);
    expect(await api.readInstance({ datasetPath, instanceId })).toMatchObject({ goldPatch: null, testPatch: null });
  });
});
