import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunControl, RunProgress } from '../../../../src/core/run/schedule/runProgress';
import { EnvironmentFault } from '../../../../src/core/shared/problem';
import { leftRuns } from '../../../../src/io/store/unfinishedRuns';
import { item, journalOf, lost, requestOf, resolved, runCase } from '../../../fakes/evaluationCase';
import { FakeEngine, type FakeJob } from '../../../fakes/fakeEngine';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
});
afterEach(() => temp.remove());

const ids = ['a__b-1', 'a__b-2', 'a__b-3'];
const items = ids.map((id) => item(id));

const wish = {
  datasetPath: '/d.jsonl',
  predictions: { kind: 'gold' as const },
  instanceIds: [],
  runId: null,
  rules: null,
  timeoutMs: null,
  workers: null,
  repeats: 1,
  again: false,
  settings: { images: {}, testCommands: {}, repositories: {}, repository: null },
  backend: null,
  endpoint: null,
};

const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** A job that ends when it is told to. */
const held = (): { readonly job: FakeJob; end(): void } => {
  let end: () => void = () => {};
  const job = {
    ...resolved,
    until: new Promise<void>((resolve) => {
      end = resolve;
    }),
  };
  return { job, end: () => end() };
};

describe('a run that is steered', () => {
  it('starts nothing while it is paused, and goes on from there; the journal says both', async () => {
    const { job, end } = held();
    const engine = new FakeEngine((_spec, n) => (n === 1 ? job : resolved));
    let control: RunControl | null = null;
    const running = runCase(engine, temp.path, requestOf(items, { workers: 1 }), {
      started: (given) => {
        control = given;
      },
    });
    await until(() => engine.submitted.length === 1);
    const steered = control as unknown as RunControl;
    steered.pause();
    end();
    await until(() => steered.progress().done === 1);
    expect(steered.progress()).toMatchObject({ state: 'paused', waiting: 2, total: 3, resolved: 1, running: [] });
    expect(engine.submitted.length).toBe(1);
    steered.resume();
    expect((await running).items.length).toBe(3);
    expect(steered.progress()).toMatchObject({ state: 'ended', done: 3, waiting: 0, leftMs: 0 });
    const kinds = journalOf(temp.path).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'paused' || kind === 'resumed')).toEqual(['paused', 'resumed']);
  });

  it('gives up one item that waits and one that runs; they count as not evaluated', async () => {
    const { job, end } = held();
    const engine = new FakeEngine((_spec, n) => (n === 1 ? job : resolved));
    let control: RunControl | null = null;
    const running = runCase(engine, temp.path, requestOf(items, { workers: 1 }), {
      started: (given) => {
        control = given;
      },
    });
    await until(() => engine.submitted.length === 1);
    const steered = control as unknown as RunControl;
    steered.cancelItem({ instanceId: 'a__b-2', model: 'org/model', repeat: 1 });
    steered.cancelItem({ instanceId: 'a__b-1', model: 'org/model', repeat: 1 });
    end();
    const { items: done } = await running;
    expect(done.map(({ instanceId }) => instanceId)).toEqual(['a__b-3']);
    expect(steered.progress()).toMatchObject({ total: 1, done: 1, resolved: 1 });
    expect(engine.removed).toEqual(['job1', 'job2']);
    const results = journalOf(temp.path).flatMap((event) => (event.kind === 'result' ? [event.instanceId] : []));
    expect(results).toEqual(['a__b-3']);
  });

  it('tells its progress at most every 100 ms, and its end in any case', async () => {
    const told: RunProgress[] = [];
    const many = Array.from({ length: 40 }, (_, n) => item(`a__b-${n}`, n % 2 === 0 ? 'diff' : null));
    const began = performance.now();
    await runCase(new FakeEngine(() => resolved), temp.path, requestOf(many), { changed: (one) => told.push(one) });
    expect(told.length).toBeLessThanOrEqual((performance.now() - began) / 100 + 3);
    expect(told.at(-1)).toMatchObject({ state: 'ended', done: 40, resolved: 20, noVerdict: 20, running: [] });
    expect(told.every(({ done, waiting, running }) => done + waiting + running.length <= 40)).toBe(true);
  });
});

describe('a run whose machinery fails', () => {
  it('tries again behind the others, as often as the policy says', async () => {
    const seen: string[] = [];
    const engine = new FakeEngine((spec) => {
      const id = spec.labels['dev.touchstone.instance'] ?? '';
      seen.push(id);
      return id === 'a__b-1' ? lost : resolved;
    });
    const { items: ended } = await runCase(engine, temp.path, requestOf(items, { workers: 1, retryInfrastructure: 1 }));
    expect(seen).toEqual(['a__b-1', 'a__b-2', 'a__b-3', 'a__b-1']);
    expect(ended[0]?.outcome).toMatchObject({ kind: 'none', reason: 'infrastructure' });
    const kinds = journalOf(temp.path).flatMap((event) =>
      'instanceId' in event && event.instanceId === 'a__b-1' ? [event.kind] : [],
    );
    expect(kinds).toEqual(['intent', 'started', 'failed', 'removed', 'intent', 'started', 'result', 'removed']);
  });

  it('waits for an engine that went away, says so, and takes up the job that lived on', async () => {
    const engine: FakeEngine = new FakeEngine((spec, n) => {
      if (n > 1) return resolved;
      engine.gone = true;
      engine.leave('job1', { spec, state: 'running', owner: 'this', job: resolved });
      setTimeout(() => {
        engine.gone = false;
      }, 300);
      return lost;
    });
    const said: string[] = [];
    const progress = (key: unknown, text: string) => void (key === null && said.push(text));
    const { items: ended, fault } = await runCase(engine, temp.path, requestOf(items, { workers: 1 }), { progress });
    expect(ended.map(({ outcome }) => outcome.kind)).toEqual(['resolved', 'resolved', 'resolved']);
    expect([fault, engine.submitted.length, engine.adopted]).toEqual([null, 3, ['job1']]);
    expect(said).toEqual([expect.stringContaining('waiting up to 60 s'), 'The engine answers again.']);
  });

  it('asks once for an image that is not there, tells it once, and tries nothing again', async () => {
    const engine = new FakeEngine(() => resolved);
    let asked = 0;
    engine.prepareImage = () => {
      asked += 1;
      return Promise.reject(new EnvironmentFault('image', 'No image acme/image:1.'));
    };
    const said: string[] = [];
    const progress = (key: unknown, text: string) => void (key === null && said.push(text));
    const { items: ended, fault } = await runCase(engine, temp.path, requestOf(items, { workers: 1 }), { progress });
    expect([asked, said, fault]).toEqual([1, ['No image acme/image:1.'], null]);
    expect(ended.map(({ reason }) => reason)).toEqual(Array(3).fill('No image acme/image:1.'));
  });
});

describe('several runs as one schedule', () => {
  const both = [
    { ...item('a__b-1', 'one'), runId: 'first' },
    { ...item('a__b-1', 'two'), runId: 'second' },
  ];

  it('writes each into its own run, with a summary of its own', async () => {
    const request = requestOf(both, { runId: 'first' });
    const { items: ended, summaries } = await runCase(new FakeEngine(() => resolved), temp.path, request);
    expect(ended.map(({ folder }) => folder.split('run_evaluation/')[1])).toEqual([
      'first/org__model/a__b-1',
      'second/org__model/a__b-1',
    ]);
    expect(summaries.map((path) => path.split('run_evaluation/')[1])).toEqual([
      'first/org__model.first.json',
      'second/org__model.second.json',
    ]);
  });

  it('is left as one: the first names it, with all that was done', async () => {
    const engine: FakeEngine = new FakeEngine((_spec, n) => {
      if (n === 1) return resolved;
      engine.gone = true;
      return { refused: new EnvironmentFault('engine', 'Gone.') };
    });
    const request = requestOf(both, { runId: 'first', workers: 1, patienceMs: 1, wish });
    await runCase(engine, temp.path, request);
    const left = await leftRuns(temp.path);
    expect(left).toMatchObject([
      { runId: 'first', runs: ['first', 'second'], total: 2, done: 1, closed: 'fault', wish },
    ]);
    engine.gone = false;
    await runCase(new FakeEngine(() => resolved), temp.path, { ...request, resume: true });
    expect(await leftRuns(temp.path)).toEqual([]);
  });
});
