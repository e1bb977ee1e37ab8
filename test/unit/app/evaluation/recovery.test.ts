import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobSpec } from '../../../../src/core/run/container/engine';
import { EnvironmentFault } from '../../../../src/core/shared/problem';
import {
  cutJournalAfter,
  failed,
  item,
  journalOf,
  portsOf,
  requestOf,
  resolved,
  runCase,
} from '../../../fakes/evaluationCase';
import { FakeEngine, type LeftJob } from '../../../fakes/fakeEngine';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let temp: TempFolder;
let spec: JobSpec;
const request = requestOf([item('a__b-1')]);
const key = { runId: 'try', model: 'org/model', instanceId: 'a__b-1', repeat: 1 };

/** A run that came to its end; each test takes from it what a kill would have kept from being written. */
beforeEach(async () => {
  temp = tempFolder();
  const engine = new FakeEngine(() => resolved);
  await runCase(engine, temp.path, request);
  const [submitted] = engine.submitted;
  if (submitted === undefined) throw new Error('Nothing was submitted.');
  spec = submitted;
});
afterEach(() => temp.remove());

const folder = () => portsOf(new FakeEngine(() => resolved), temp.path).store.folderOf(key);
const forgetResult = () => rmSync(folder(), { recursive: true });
const left = (state: LeftJob['state'], changes: Partial<LeftJob> = {}): LeftJob => ({
  spec,
  state,
  job: resolved,
  ...changes,
});

/** Goes on with an engine that has the jobs and would let new ones fail their tests. */
const goOn = async (jobs: Readonly<Record<string, LeftJob>>, changes = {}) => {
  const engine = new FakeEngine(() => failed);
  for (const [id, job] of Object.entries(jobs)) engine.leave(id, job);
  const { items } = await runCase(engine, temp.path, { ...request, ...changes });
  const results = journalOf(temp.path).filter(({ kind }) => kind === 'result');
  const { submitted, adopted, removed } = engine;
  const outcome = items[0]?.outcome.kind;
  return { submitted: submitted.length, adopted, removed, outcome, kept: items[0]?.kept, results: results.length };
};

describe('a row of the dataset that asks for other tests than before', () => {
  it('is evaluated anew; one that only tells its task in other words is not', async () => {
    const [first] = request.items;
    if (first === undefined) throw new Error('Nothing was asked for.');
    const withRow = (changes: object) => ({ items: [{ ...first, instance: { ...first.instance, ...changes } }] });
    expect(await goOn({}, withRow({ statement: 'in other words' }))).toMatchObject({ submitted: 0, kept: true });
    expect(await goOn({}, withRow({ failToPass: ['another'] }))).toMatchObject({ submitted: 1, kept: false });
  });
});

describe('a run that gives more time', () => {
  it('evaluates anew what ran out of time before, and keeps all else', async () => {
    expect(await goOn({}, { timeoutMs: 20_000 })).toMatchObject({ submitted: 0, kept: true });
    const file = join(folder(), 'result.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...record, outcome: { kind: 'none', reason: 'time-out' } }));
    expect(await goOn({})).toMatchObject({ submitted: 0, kept: true });
    expect(await goOn({}, { timeoutMs: 20_000 })).toMatchObject({ submitted: 1, kept: false });
  });
});

describe('a process killed', () => {
  it('after the intent: there is no job, so it is run', async () => {
    forgetResult();
    cutJournalAfter(temp.path, 'intent');
    expect(await goOn({})).toMatchObject({ submitted: 1, outcome: 'unresolved', kept: false, results: 1 });
  });

  it('after its job was made and before it was started: that job goes, and it is run', async () => {
    forgetResult();
    cutJournalAfter(temp.path, 'intent');
    const ended = await goOn({ left: left('created') });
    expect(ended).toMatchObject({ submitted: 1, adopted: [], outcome: 'unresolved', results: 1 });
    expect(ended.removed).toContain('left');
  });

  it.each(['running', 'ended'] as const)(
    'while its job was %s: it is waited for, graded, written, removed',
    async (state) => {
      forgetResult();
      cutJournalAfter(temp.path, 'started');
      expect(await goOn({ left: left(state) })).toEqual({
        submitted: 0,
        adopted: ['left'],
        removed: ['left'],
        outcome: 'resolved',
        kept: false,
        results: 1,
      });
    },
  );

  it('after the result was written and before the journal said so: kept, said once, its job removed', async () => {
    cutJournalAfter(temp.path, 'started');
    const ended = { submitted: 0, adopted: [], outcome: 'resolved', kept: true, results: 1 };
    expect(await goOn({ left: left('ended') })).toEqual({ ...ended, removed: ['left'] });
    expect(await goOn({})).toEqual({ ...ended, removed: [] });
  });

  it('within a line of the journal: the same', async () => {
    cutJournalAfter(temp.path, 'started', '{"kind":"result","instanceId":"a__b-1","mod');
    expect(await goOn({ left: left('ended') })).toMatchObject({ kept: true, results: 1 });
  });

  it('after the result and before its job was removed: kept, and the job is removed', async () => {
    cutJournalAfter(temp.path, 'result');
    const ended = await goOn({ left: left('ended') });
    expect(ended).toEqual({
      submitted: 0,
      adopted: [],
      removed: ['left'],
      outcome: 'resolved',
      kept: true,
      results: 1,
    });
  });

  it('with an --again that was not through: what it did stays when it is resumed, the rest is run', async () => {
    cutJournalAfter(temp.path, 'opened');
    expect(await goOn({}, { again: true, resume: true })).toMatchObject({ submitted: 1, kept: false });
    expect(await goOn({}, { again: true, resume: true })).toMatchObject({ submitted: 0, kept: true });
    expect(await goOn({}, { again: true })).toMatchObject({ submitted: 1, kept: false });
  });
});

describe('a job that was left', () => {
  beforeEach(() => {
    forgetResult();
    cutJournalAfter(temp.path, 'started');
  });

  it('of another patch is no answer to this one: it is removed, and this one is run', async () => {
    const ended = await goOn({ left: left('running') }, { items: [item('a__b-1', 'another diff')] });
    expect(ended).toMatchObject({ submitted: 1, adopted: [], outcome: 'unresolved' });
    expect(ended.removed).toContain('left');
  });

  it('of another folder with a run of the same name is left alone', async () => {
    const other = { ...spec, labels: { ...spec.labels, 'dev.touchstone.folder': 'f00' } };
    const ended = await goOn({ left: left('running', { spec: other }) });
    expect([ended.submitted, ended.removed]).toEqual([1, ['job1']]);
  });

  it('and for which another process waits is left alone', async () => {
    const ended = await goOn({ left: left('running', { owner: 'other' }) });
    expect([ended.submitted, ended.removed]).toEqual([1, ['job1']]);
  });

  it('for which nobody asks any more is ended with the run', async () => {
    const ended = await goOn({ left: left('running') }, { items: [item('a__b-2')] });
    expect([ended.submitted, ended.removed]).toEqual([1, ['job1', 'left']]);
  });

  it('twice is taken over once', async () => {
    const ended = await goOn({ one: left('ended'), two: left('running') });
    expect([ended.submitted, ended.adopted, [...ended.removed].sort()]).toEqual([0, ['one'], ['one', 'two']]);
  });

  it('and that can not be taken over is run again', async () => {
    const engine = new FakeEngine(() => failed);
    engine.leave('left', left('running'));
    engine.adopt = () => Promise.reject(new EnvironmentFault('engine', 'It is taken.'));
    const { items } = await runCase(engine, temp.path, request);
    expect([items[0]?.outcome.kind, engine.submitted.length]).toEqual(['unresolved', 1]);
    expect(engine.removed).toContain('left');
  });
});

it('half-made folders of a killed process are gone when the run is taken', async () => {
  temp.write(join('logs', '.making', 'try', 'abc', 'patch.diff'), 'x');
  await goOn({});
  expect(existsSync(join(temp.path, 'logs', '.making'))).toBe(false);
});
