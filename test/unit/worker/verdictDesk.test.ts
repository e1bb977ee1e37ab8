import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Instance } from '../../../src/core/instance/instance';
import { emptyAnswers, type FormAnswers, noAnswer } from '../../../src/core/review/form/answers';
import { EnvironmentFault } from '../../../src/core/shared/problem';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { readEvents } from '../../../src/io/store/readEvents';
import type { VerdictRequest } from '../../../src/protocol/app';
import { verdictDesk } from '../../../src/worker/verdictDesk';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const instance = {
  id: 'o__n-1',
  benchmark: 'swe-bench',
  baseCommit: null,
  goldPatch: null,
  statement: 'mend it',
  image: null,
  labels: {},
  extra: {},
} as unknown as Instance;

const value = (given: string | number | boolean) => ({ ...noAnswer, given: { kind: 'value' as const, value: given } });

const answers: FormAnswers = {
  ...emptyAnswers,
  criteria: { correct: value(true), general: value(true), complete: value('all'), side_effects: value(0) },
  overall: value('right'),
  confidence: 4,
};

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
  vi.stubEnv('TOUCHSTONE_CACHE', path.join(temp.path, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  temp.remove();
});

const request = (): VerdictRequest => ({
  datasetPath: '/d.jsonl',
  instanceId: instance.id,
  studyFolder: path.join(temp.path, 'study'),
  studyId: 'study',
  rubric: 'patch-review',
  rater: 'r1',
  predictionsPath: '/p.jsonl',
  patchHash: 'a'.repeat(64),
  runId: 'run',
  evaluationFolder: null,
  outcome: { kind: 'unresolved', reason: 'tests' },
  rules: null,
  label: 'run',
  queue: 'Mine',
  position: null,
  waiting: 1,
});

const rubricFolder = path.resolve(import.meta.dirname, '../../../rubrics');
const submission = (presentation: string) => ({ presentation, answers, activity: [], amends: null, confirmed: [] });

const stored = async () => {
  const events = [];
  for await (const event of readEvents(path.join(temp.path, 'study'))) events.push(event);
  return events;
};

const storedTypes = async (): Promise<string[]> => {
  const types: string[] = [];
  for await (const { type } of readEvents(path.join(temp.path, 'study'))) types.push(type);
  return types;
};

describe('the desk', () => {
  it('saves a verdict and shows what stands, the disagreement with the tests too', async () => {
    const desk = verdictDesk({ files: nodeFiles, readInstance: async () => instance, rubricFolder });
    const { presentation } = await desk.openVerdict(request());
    const result = await desk.submitVerdict(submission(presentation));
    if (result.kind !== 'saved') throw new Error(JSON.stringify(result));
    expect(result.item.saved?.answers.overall).toEqual(value('right'));
    expect(result.item.revealed?.map(({ mark }) => mark)).toEqual(['unresolved', 'differs']);
    expect(await storedTypes()).toEqual(['item.open', 'rubric.publish', 'verdict']);
  });

  it('never calls a stored verdict "not saved" because it could not be read again', async () => {
    let reads = 0;
    const readInstance = async () => {
      reads += 1;
      if (reads > 1) throw new EnvironmentFault('disk', 'the drive went away');
      return instance;
    };
    const desk = verdictDesk({ files: nodeFiles, readInstance, rubricFolder });
    const { presentation } = await desk.openVerdict(request());
    await expect(desk.submitVerdict(submission(presentation))).rejects.toThrow(/^Saved, but .*the drive went away$/);
    expect(await storedTypes()).toEqual(['item.open', 'rubric.publish', 'verdict']);
  });

  it('refuses what the rubric does not let through, and writes nothing', async () => {
    const desk = verdictDesk({ files: nodeFiles, readInstance: async () => instance, rubricFolder });
    const { presentation } = await desk.openVerdict(request());
    const result = await desk.submitVerdict({ ...submission(presentation), answers: emptyAnswers });
    expect(result.kind).toBe('refused');
    expect(await storedTypes()).toEqual(['item.open']);
  });

  it('binds a verdict on an instance to no patch, and locks its first stage', async () => {
    const desk = verdictDesk({ files: nodeFiles, readInstance: async () => instance, rubricFolder });
    const item = await desk.openVerdict({ ...request(), rubric: 'task-quality', unit: { kind: 'instance' } });
    expect(item.unit).toBe('instance');
    expect(item.context.visible).toEqual(['statement', 'repository', 'test_patch']);
    const [opened] = await stored();
    expect(opened?.body['of']).toMatchObject({ unit: 'instance', patch: null, trajectory: null });
  });

  it('binds a verdict on a trajectory to the hash of its bytes', async () => {
    const trajectoryHash = async ({ path: file, which }: { path: string; which: number }) => `${file} ${which}`;
    const desk = verdictDesk({ files: nodeFiles, readInstance: async () => instance, rubricFolder, trajectoryHash });
    const unit = { kind: 'trajectory', ref: { path: '/runs/a.traj.json', which: 1 } } as const;
    await desk.openVerdict({ ...request(), rubric: 'failure-analysis', unit });
    const [opened] = await stored();
    expect(opened?.body['of']).toMatchObject({ unit: 'trajectory', trajectory: '/runs/a.traj.json 1' });
  });

  it('refuses the wrong form, and names the right one', async () => {
    const labels = { taskTypes: [{ value: 'TG' }] } as unknown as Instance['labels'];
    const readInstance = async () => ({ ...instance, labels });
    const desk = verdictDesk({ files: nodeFiles, readInstance, rubricFolder });
    await expect(desk.openVerdict(request())).rejects.toThrow(
      'patch-review rates BF, FE, FI, RF, PO; this item is TG. test-quality rates it.',
    );
    await expect(desk.openVerdict({ ...request(), unit: { kind: 'instance' } })).rejects.toThrow(
      'patch-review rates a prediction, this is an instance. task-quality rates it.',
    );
    expect(await storedTypes()).toEqual([]);
  });

  it('says that the patch is another than the one of the verdict, and shows that verdict when asked', async () => {
    const desk = verdictDesk({ files: nodeFiles, readInstance: async () => instance, rubricFolder });
    const { presentation } = await desk.openVerdict(request());
    await desk.submitVerdict(submission(presentation));
    const changed = await desk.openVerdict({ ...request(), patchHash: 'b'.repeat(64) });
    expect(changed.saved).toBeNull();
    expect(changed.otherPatch).toMatchObject({ patchHash: 'a'.repeat(64), now: 'b'.repeat(64) });
    const old = await desk.openVerdict(request());
    expect(old.saved?.answers.overall).toEqual(value('right'));
    expect(old.otherPatch).toBeUndefined();
  });

  it('takes a run that passes into failure analysis once its rater calls the patch wrong', async () => {
    const trajectoryHash = async () => 'c'.repeat(64);
    const desk = verdictDesk({ files: nodeFiles, readInstance: async () => instance, rubricFolder, trajectoryHash });
    const passing = { ...request(), outcome: { kind: 'resolved' } as const };
    const unit = { kind: 'trajectory', ref: { path: '/runs/a.traj.json', which: 0 } } as const;
    const run = { ...passing, rubric: 'failure-analysis', unit };
    await expect(desk.openVerdict(run)).rejects.toThrow('this one is resolved');
    const { presentation } = await desk.openVerdict(passing);
    const wrong = { ...answers, criteria: { ...answers.criteria, side_effects: value(0) }, overall: value('wrong') };
    const replies = { c5: 'a hunch' };
    const result = await desk.submitVerdict({ ...submission(presentation), answers: { ...wrong, replies } });
    expect(result).toMatchObject({ kind: 'saved' });
    expect((await desk.openVerdict(run)).unit).toBe('trajectory');
  });
});
