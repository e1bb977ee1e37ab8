import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InstanceRun } from '../../../src/core/study/instanceRuns';
import type { AppApi, HostApi } from '../../../src/protocol/app';
import { closedWords } from '../../../src/protocol/judging';
import type { Remote } from '../../../src/protocol/rpc';
import { appApi } from '../../../src/worker/appApi';
import type { AppMethod, Argument } from '../../../src/worker/blind/rule';
import { judgedSample } from '../../fakes/judgedSample';
import { leaksIn, outcomeSecrets, type Secret, secretsOf } from '../../fakes/leaks';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const rubricFolder = path.resolve(import.meta.dirname, '../../../rubrics');
const rater = 'r1';

/** Everything that the app tells the editor by itself. */
const told: unknown[] = [];

const host = new Proxy({} as Remote<HostApi>, {
  get: (_target, name) => async (q: unknown) => {
    told.push([name, q]);
    return null;
  },
});

let temp: TempFolder;
let folder: string;
let api: AppApi;
let secrets: readonly Secret[];
let rows: readonly InstanceRun[];
let instances: readonly string[];
let datasetPath: string;

const at = (instanceId: string) => ({ datasetPath, instanceId });

beforeEach(() => {
  temp = tempFolder();
  vi.stubEnv('TOUCHSTONE_CACHE', path.join(temp.path, 'cache'));
});

/** The sample with everybody's verdicts but one's own, and one sits down to judge it. */
const sitDown = async (): Promise<void> => {
  folder = await judgedSample({ by: ['amber', 'birch', 'cedar', 'dune'] });
  secrets = secretsOf(folder);
  api = appApi({ host: () => host, rubricFolder });
  const { opening, datasets } = await api.openStudy({ folder, beside: [] });
  await api.readRuns({ opening: opening ?? 0 });
  datasetPath = datasets[0]?.path ?? '';
  await api.startJudging({ studyFolder: folder, rater, queue: 'Mine', item: null });
  told.length = 0;
  const listed = await api.exploreWindow({ query, from: 0, count: 100 });
  instances = listed.rows.map(({ id }) => id);
  const all = await Promise.all(instances.map((instanceId) => api.rowsOf({ studyFolder: folder, instanceId })));
  rows = all.flatMap((placed) => placed.rows);
};

afterEach(() => {
  vi.unstubAllEnvs();
  temp.remove();
});

const settings = {
  ...{ endpoint: null, workers: 1, images: {}, testCommands: {}, repositories: {} },
  ...{ ruleSet: 'swebench-v5' as const, timeoutSeconds: 10 },
};

const query = {
  get studyFolder() {
    return folder;
  },
  text: '',
  facets: { outcome: ['kestrel-1\nresolved'] },
  sort: { by: 'outcome', descending: true },
} as const;

const pair = () => ({ studyFolder: folder, a: 'A', b: 'B' });
const stepOf = (row: InstanceRun) => ({ path: row.trajectories?.[0] ?? '', which: 0 });
const refs = () => rows.filter(({ trajectories }) => trajectories).map(stepOf);
const withVersion = () => refs().map((ref) => ({ ...ref, version: 1 }));
const find = { text: 'kestrel', matchCase: false, wholeWord: false, regex: false };
const filter = { agentId: null, kinds: [], failed: false } as never;
const own = () => ({ studyFolder: folder, studyId: 'quickstart', rater });
const toRow = (row: InstanceRun) => ({ ...at(row.instanceId), predictionsPath: row.predictionsPath ?? '' });
const firstOfEach = (): readonly InstanceRun[] =>
  instances.flatMap((id) => rows.find(({ instanceId }) => instanceId === id) ?? []);
const byRow = <T>(make: (row: InstanceRun) => T): readonly T[] => rows.map(make);
const byInstance = <T>(make: (instanceId: string) => T): readonly T[] => instances.map(make);

/** What the editor could ask with what it holds; nothing of a function: why not is said. */
type Asked = { readonly [K in AppMethod]: (() => readonly Argument<K>[]) | string };

const asked: Asked = {
  openStudy: () => [{ folder, beside: [] }],
  readRuns: () => [{ opening: 2 }],
  overviewNow: () => [{ studyFolder: folder }],
  listDataset: () => [{ path: datasetPath }],
  readInstance: () => byInstance(at),
  readRow: () => byInstance(at),
  instancePage: () => byInstance((id) => ({ ...at(id), studyFolder: folder, rules: 'swebench-v5' as const })),
  readPatch: () => byRow(toRow),
  readCode: () => byRow((row) => ({ ...toRow(row), attempt: 1 })),
  gradeEvaluation: () =>
    byRow((row) => ({
      ...at(row.instanceId),
      folder: row.evaluations[0]?.folder ?? '',
      rules: 'swebench-v5' as const,
    })),
  readOutput: () => byRow((row) => ({ ...at(row.instanceId), folder: row.evaluations[0]?.folder ?? '' })),
  planComparison: () => byRow((row) => ({ ...toRow(row), studyFolder: folder, repositories: {} })),
  queues: () => [{ studyFolder: folder, rater }],
  hunkMap: () => byRow((row) => ({ ...toRow(row), isGoldHidden: false, studyFolder: folder, repositories: {} })),
  readSide: () =>
    byRow((row) => row).flatMap((row) =>
      (['base', 'gold', 'model'] as const).map((side) => ({
        ...{ ...toRow(row), studyFolder: folder, repositories: {}, path: 'src/plan.mjs', side },
      })),
    ),
  openWorkspace: 'makes a folder',
  workspaceDiff: 'of a folder that is none',
  workspaceTie: () => [{ folder }],
  pingEngine: 'asks the machine',
  evaluate: 'closed, as the table says; it would run',
  verdicts: () => [{ studyFolder: folder, studyId: 'quickstart' }],
  openVerdict: () =>
    rows.slice(0, 3).map((row) => ({
      ...{ ...toRow(row), studyFolder: folder, studyId: 'quickstart', rubric: 'patch-review', rater },
      ...{ patchHash: row.patchHash, runId: row.runId, evaluationFolder: null, outcome: null, rules: null },
      ...{ label: row.runId, queue: 'Mine', position: null, waiting: 1 },
    })),
  saveDraft: 'tells a time',
  submitVerdict: 'has a test of its own',
  skipItem: 'as submitVerdict',
  retractVerdict: 'as submitVerdict',
  doctor: 'asks the machine',
  cancel: () => [{ task: 'none' }],
  assistantReads: () => [{ tool: 'read_result', input: { instance: instances[0] } }],
  askAssistantTool: () => [{ task: 't', tool: 'find_instances', input: {}, studyFolder: folder }],
  planCleanUp: () => [{ endpoint: null, budget: 0 }],
  cleanUp: () => [{ endpoint: null, items: [] }],
  openTerminal: 'asks the engine',
  terminalInput: 'of no terminal',
  terminalSize: 'of no terminal',
  closeTerminal: () => [{ terminal: 'none' }],
  checkDataset: 'closed, as the table says; it would run',
  compareByRunning: () => byRow((row) => ({ ...toRow(row), task: 't', backend: 'local' as const, settings })),
  startRun: 'closed, as the table says; it would run',
  runs: () => [{}],
  pauseRun: 'of no run',
  resumeRun: 'of no run',
  cancelRun: 'of no run',
  unfinishedRuns: () => [{ studyFolder: folder }],
  resumeUnfinished: 'closed, as the table says; it would run',
  exploreFacets: () => [{ query }],
  exploreGroups: () =>
    (['repository', 'outcome', 'disagreement', 'verdict', 'datasetCheck'] as const).map((facet) => ({
      ...{ query, by: { facet, run: null } },
    })),
  exploreWindow: () => [{ query, from: 0, count: 100 }],
  locateInstance: () => byInstance((instanceId) => ({ studyFolder: folder, instanceId })),
  judgeAnswers: () =>
    byRow(({ instanceId, runId }) => ({ studyFolder: folder, instanceId, runId, rater: null, you: rater })),
  judges: () => [{ studyFolder: folder }],
  previewJudge: () => [{ studyFolder: folder, path: path.join(folder, 'judge/magpie.jsonl'), map: null }],
  importJudge: () => [{ studyFolder: folder, path: path.join(folder, 'judge/magpie.jsonl'), map: null }],
  judgeReport: () => [{ studyFolder: folder }],
  startJudging: () =>
    byRow((row) => ({
      ...{ studyFolder: folder, rater, queue: 'Mine' },
      item: { ...at(row.instanceId), runKey: row.key, rubric: 'patch-review' },
    })),
  endJudging: 'ends it',
  judgingState: () => [{ studyFolder: folder }],
  labelsOf: () => byInstance((id) => ({ studyFolder: folder, ...at(id) })),
  correctLabel: 'writes',
  erasableEvents: () => [own()],
  erasureQuestion: 'of no event',
  eraseTexts: 'of no event',
  conflicts: () => [own()],
  resolveConflict: 'of no conflict',
  matrixShape: () => [{ query, words: '', differ: false, order: null }],
  matrixWindow: () => [{ version: 1, firstRow: 0, rows: 10, firstColumn: 0, columns: 10 }],
  runColumns: () => [{ studyFolder: folder }],
  compareRuns: () => [{ ...pair(), types: true }],
  comparedWindow: () => [{ ...pair(), filter: { set: null, from: null, to: null }, from: 0, count: 10 }],
  comparisonText: () => [{ ...pair(), as: 'csv' as const }],
  runChoices: () => [{ studyFolder: folder }],
  startModelRun: 'closed, as the table says; it would run',
  forkRun: 'closed, as the table says; it would run',
  forkReply: () => refs().map(({ path: trajectoryPath }) => ({ trajectoryPath, which: 0, step: 1 })),
  modelRuns: () => [{}],
  stopModelRun: 'of no run',
  rerunFailed: () => [{ id: 'none' }],
  unfinishedModelRuns: () => [{ studyFolder: folder }],
  trajectoryForks: () => refs().map((ref) => ({ studyFolder: folder, path: ref.path })),
  resumeModelRun: 'closed, as the table says; it would run',
  regradeChoices: () => [{ studyFolder: folder, scope: { key: 'A', instanceId: null }, setting: 'swebench-v5' }],
  regrade: () => [
    {
      task: 't',
      studyFolder: folder,
      scope: { key: 'A', instanceId: null },
      setting: 'swebench-v5',
      against: 'swebench-v4',
    },
  ],
  rubricsFor: () =>
    firstOfEach().map((row) => ({
      ...{ ...at(row.instanceId), studyFolder: folder, unit: 'prediction' as const, outcome: null },
      ...{ patchHash: row.patchHash, rater },
    })),
  rowsOf: () => byInstance((instanceId) => ({ studyFolder: folder, instanceId })),
  runRows: () => [{ studyFolder: folder, key: 'A', from: 0, count: 10 }],
  waiting: () => [{ studyFolder: folder, rater, skipped: [], from: 0, count: 100, placeOf: null }],
  evaluationPlaces: () => [{ studyFolder: folder }],
  judged: () => [{ studyFolder: folder }],
  trajectoryShape: () => refs(),
  trajectoryStep: () => withVersion().flatMap((ref) => [1, 2, 3, 4, 5].map((idx) => ({ ...ref, idx }))),
  trajectoryText: () =>
    withVersion().map((ref) => ({ ...ref, idx: 1, part: { kind: 'thought' } as never, from: 0, count: 1000 })),
  trajectoryRaw: () =>
    withVersion().map((ref) => ({
      ...ref,
      start: 0,
      ref: { file: ref.path, start: 0, end: 2000, at: [] },
    })),
  trajectoryClose: () => [{ path: '/none' }],
  trajectoryList: () => withVersion().map((ref) => ({ ...ref, filter })),
  trajectoryListRows: () => withVersion().map((ref) => ({ ...ref, filter, from: 0, count: 100 })),
  trajectoryListMove: () =>
    withVersion().map((ref) => ({ ...ref, filter, idx: 1, move: { kind: 'by', rows: 1 } as never })),
  trajectoryTimeline: () => withVersion().map((ref) => ({ ...ref, width: 400 })),
  trajectoryFind: () => withVersion().map((ref) => ({ ...ref, query: find, since: 0 })),
  trajectoryHits: () => withVersion().map((ref) => ({ ...ref, query: find, idx: 1 })),
  trajectoryRawHits: () => withVersion().map((ref) => ({ ...ref, query: find, file: ref.path, start: 0, end: 1000 })),
  trajectoryAnchor: () => withVersion().map((ref) => ({ ...ref, idx: 1 })),
  trajectoryFindAnchors: () => withVersion().map((ref) => ({ ...ref, anchors: [] })),
  trajectorySignals: () => withVersion().map((ref) => ({ ...ref, task: 't', hidden: { gold: false, tests: false } })),
  trajectoryInput: () => withVersion().map((ref) => ({ ...ref, idx: 2, before: null })),
  trajectoryInputText: () => withVersion().map((ref) => ({ ...ref, idx: 2, step: 1, nth: 0, from: 0, count: 1000 })),
  trajectoryDocument: () => refs().map((ref) => ({ ...ref, idx: 1, name: 'step-1' })),
  trajectoryLink: () => withVersion().map((ref) => ({ ...ref, idx: 1 })),
  trajectoryLinked: () => refs().map((ref) => ({ ...ref, anchor: { idx: 1, hash: 'x', bytes: 1, start: 0 } })),
  stepNotes: () => [{ folder: path.join(folder, '.touchstone/notes'), rater }],
  trajectoryNotes: () =>
    refs().map((ref) => ({ store: { folder: path.join(folder, '.touchstone/notes'), rater }, ref, path: ref.path })),
  writeNote: 'writes',
  trajectoryPlace: () => refs(),
  replayTrajectory: 'closed, as the table says; it would run',
  trajectoryReplay: () => refs(),
  trajectoryReplayTexts: () => refs().map((ref) => ({ ...ref, of: 'patch' as const })),
  trajectoryTable: () => [
    { kind: 'folder' as const, path: folder },
    { kind: 'instance' as const, studyFolder: folder, instanceId: instances[0] ?? '' },
  ],
  trajectoryTableRows: () => [{ table: 1, age: 0, from: 0 }],
  trajectoryTableEnd: () => [{ table: 1 }],
  alignTrajectories: () => [{ a: refs()[0] ?? { path: '', which: 0 }, b: refs()[1] ?? { path: '', which: 0 } }],
  stepState: () => refs().map((ref) => ({ ...ref, idx: 2, repositories: {} })),
  stepFile: () =>
    refs().flatMap((ref) =>
      (['base', 'step', 'gold'] as const).map((side) => ({
        ...ref,
        ...{ idx: 2, repositories: {}, file: 'src/plan.mjs', side },
      })),
    ),
  stepPaths: () => refs().map((ref) => ({ ...ref, idx: 2, repositories: {} })),
  openStepWorkspace: 'makes a folder',
  testStep: 'closed, as the table says; it would run',
};

/** Names of functions with what they answer, or that they refuse. */
const answers = async (
  isMeant: (name: string) => boolean = () => true,
): Promise<readonly (readonly [string, string])[]> => {
  const all: (readonly [string, string])[] = [];
  for (const [name, questions] of Object.entries(asked)) {
    if (typeof questions === 'string' || !isMeant(name)) continue;
    for (const q of questions())
      try {
        const answer = await (api[name] as (q: unknown) => Promise<unknown>)(q);
        const text = answer instanceof Uint8Array ? new TextDecoder().decode(answer) : JSON.stringify(answer ?? null);
        all.push([name, text]);
      } catch (error) {
        all.push([name, String(error)]);
      }
  }
  return all;
};

const leaks = (all: readonly (readonly [string, string])[], of: readonly Secret[]): readonly string[] =>
  all.flatMap(([name, text]) => leaksIn(text, of).map((leak) => `${name}: ${leak}`));

const whys = (all: readonly string[]): ReadonlySet<string> =>
  new Set(all.map((leak) => leak.replace(/^\w+: /, '').replace(/( of .*|: .*)$/, '')));

describe('while somebody judges the sample study', () => {
  it('no answer of the app, and nothing that it says by itself, tells a run, a model, an outcome, a judge, another rater or gold', async () => {
    await sitDown();
    const all = await answers();
    expect(leaks(all, [...secrets, ...outcomeSecrets])).toEqual([]);
    expect(leaks([['host', JSON.stringify(told)]], secrets)).toEqual([]);
    const names = new Set(all.filter(([, text]) => !text.includes(closedWords)).map(([name]) => name));
    expect([...names]).toEqual(expect.arrayContaining(['rowsOf', 'waiting', 'instancePage', 'readPatch', 'readSide']));
  });

  it('the same questions tell all of that once judging is ended', async () => {
    await sitDown();
    await api.endJudging({ studyFolder: folder });
    const placed = await Promise.all(instances.map((instanceId) => api.rowsOf({ studyFolder: folder, instanceId })));
    rows = placed.flatMap((each) => each.rows);
    const some = ['rowsOf', 'verdicts', 'judgeAnswers', 'readInstance', 'instancePage'];
    const found = whys(leaks(await answers((name) => some.includes(name)), [...secrets, ...outcomeSecrets]));
    expect([...found]).toEqual(
      expect.arrayContaining(['a model', 'a judge', 'what a judge says', 'another rater', 'gold', 'an outcome']),
    );
  });

  it('a run that failed is looked through under its letter: no step, no search and no file name tells whose it is', async () => {
    await sitDown();
    const row = rows.find(({ instanceId, trajectories }) => instanceId.endsWith('-14') && trajectories) ?? rows[0];
    if (!row) throw new Error('The sample has no row.');
    const unit = { kind: 'trajectory' as const, ref: stepOf(row) };
    const item = { ...at(row.instanceId), runKey: row.key, unit, rubric: 'failure-analysis' };
    await expect(api.trajectoryShape(unit.ref)).rejects.toThrow(closedWords);
    await api.startJudging({ studyFolder: folder, rater, queue: 'Mine', item });
    const shape = await api.trajectoryShape(unit.ref);
    expect(shape.head).toMatchObject({ model: null, agent: null, runId: null, totals: { costUsd: null } });
    const ref = { ...unit.ref, version: shape.version };
    const steps = await Promise.all(
      Array.from({ length: shape.steps }, (_, at) => api.trajectoryStep({ ...ref, idx: at + 1 })),
    );
    const agent = { why: 'an agent', pattern: /mini-swe-agent/ };
    const names = [...secrets.filter(({ why }) => why === 'a model'), agent];
    expect(leaksIn(JSON.stringify([shape, steps]), names)).toEqual([]);
    expect(leaks(await answers((name) => name !== 'startJudging'), names)).toEqual([]);
    expect(await api.trajectoryFind({ ...ref, query: find, since: 0 })).toMatchObject({ found: [], state: 'done' });
    const own = path.join(folder, 'runs/kestrel-1/trajectories/touchstone-samples__spandrel-14.traj.json');
    await expect(api.trajectoryShape({ path: own, which: 0 })).rejects.toThrow(closedWords);
  });
});
