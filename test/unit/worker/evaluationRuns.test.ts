import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  EvaluatedItem,
  EvaluateHooks,
  EvaluatePorts,
  EvaluateResult,
  EvaluateRequest as Planned,
} from '../../../src/app/evaluation/request';
import type { RunItemKey, RunProgress } from '../../../src/core/run/schedule/runProgress';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import type { LeftRun } from '../../../src/io/store/unfinishedRuns';
import type { HostApi } from '../../../src/protocol/app';
import { type EvaluationRun, reportEveryMs, type StartRun } from '../../../src/protocol/evaluationRuns';
import type { Remote } from '../../../src/protocol/rpc';
import { evaluationRuns } from '../../../src/worker/evaluationRuns';
import { evaluationRun } from '../../fakes/evaluationRun';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => {
  vi.useRealTimers();
  folder.remove();
});

const ids = ['a__b-1', 'a__b-2', 'a__b-3'];
const settings: StartRun['settings'] = {
  endpoint: null,
  workers: 2,
  images: {},
  testCommands: { 'acme/ledger': 'mine' },
  repositories: {},
  ruleSet: 'swebench-v5',
  timeoutSeconds: 60,
};

/** What the app would be: a run that waits until a test says how it goes on. */
class Evaluation {
  readonly cancelled: RunItemKey[] = [];
  readonly steered: string[] = [];
  request: Planned | null = null;
  hooks: EvaluateHooks | null = null;
  end: (result: Partial<EvaluateResult>) => void = () => {};
  fail: (error: unknown) => void = () => {};
  progress: RunProgress = evaluationRun({ id: 'theirs', total: 3, waiting: 3 }).progress;

  readonly evaluate = (_ports: EvaluatePorts, request: Planned, hooks: EvaluateHooks, signal: AbortSignal) => {
    this.request = request;
    this.hooks = hooks;
    hooks.started?.({
      pause: () => this.steered.push('pause'),
      resume: () => this.steered.push('resume'),
      cancelItem: (key) => this.cancelled.push(key),
      progress: () => this.progress,
    });
    return new Promise<EvaluateResult>((resolve, reject) => {
      this.end = (result) => resolve({ items: [], summaries: [], fault: null, ...result });
      this.fail = reject;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
}

const worker = (left: readonly LeftRun[] = []) => {
  const told: EvaluationRun[] = [];
  const evaluation = new Evaluation();
  const host = {
    runChanged: async (run: EvaluationRun) => void told.push(run),
    log: async () => {},
  } as Partial<Remote<HostApi>> as Remote<HostApi>;
  const api = evaluationRuns({
    files: nodeFiles,
    evaluate: evaluation.evaluate,
    leftRuns: async () => left,
    portsOf: async () => ({}) as EvaluatePorts,
    host: () => host,
  });
  return { api, evaluation, told, last: () => told.at(-1) };
};

const wish = (changes: Partial<StartRun> = {}): StartRun => ({
  title: 'm1',
  studyFolder: folder.path,
  datasetPath: folder.write('data.jsonl', jsonLines(ids.map((id) => instanceRow(id)))),
  instanceIds: [],
  predictions: {
    kind: 'file',
    path: folder.write('m1.jsonl', jsonLines(ids.map((id) => predictionRow(id, 'diff --git a/x b/x\n')))),
  },
  runId: 'm1',
  backend: 'docker',
  repeats: 1,
  again: true,
  settings,
  ...changes,
});

const evaluated = (instanceId: string, outcome: EvaluatedItem['outcome'], repeat = 1): EvaluatedItem => ({
  ...{ instanceId, model: 'm1', repeat, outcome, rules: 'swebench-v5', report: null },
  ...{ reason: `because of ${outcome.kind}`, folder: `/logs/${instanceId}`, seconds: 1, kept: false },
});

/** A report in which these tests of PASS_TO_PASS failed. */
const reportOf = (failure: readonly string[]): EvaluatedItem['report'] => {
  const nothing = { success: [], failure: [] };
  const tests = { FAIL_TO_PASS: nothing, PASS_TO_PASS: { success: [], failure } };
  return {
    ...{ patch_is_None: false, patch_exists: true, patch_successfully_applied: true, resolved: failure.length === 0 },
    tests_status: { ...tests, FAIL_TO_FAIL: nothing, PASS_TO_FAIL: nothing },
  };
};

const none: EvaluatedItem['outcome'] = { kind: 'none', reason: 'time-out' };

describe('a run that goes on by itself', () => {
  it('is planned before the call is answered, and told of under a name of its own', async () => {
    const { api, evaluation } = worker();
    const run = await api.startRun(wish({ repeats: 2 }));
    expect(run).toMatchObject({ title: 'm1', end: null, progress: { runId: 'm1', total: 6, state: 'running' } });
    expect(await api.runs({})).toHaveLength(1);
    expect(evaluation.request?.items.map(({ instance }) => instance.id)).toEqual(ids);
    expect(evaluation.request).toMatchObject({ repeats: 2, summary: true, wish: { runId: 'm1', backend: 'docker' } });
  });

  it('fails the call, and nothing else, where nothing can be planned', async () => {
    const { api, told } = worker();
    await expect(api.startRun(wish({ instanceIds: ['a__b-9'] }))).rejects.toThrow(/a__b-9/);
    expect(told).toEqual([]);
    expect(await api.runs({})).toEqual([]);
  });

  it('tells each change at most four times a second, and always the newest', async () => {
    const { api, evaluation, told, last } = worker();
    const { progress } = await api.startRun(wish());
    vi.useFakeTimers();
    for (let done = 1; done <= 100; done++) evaluation.hooks?.changed?.({ ...evaluation.progress, total: 100, done });
    vi.advanceTimersByTime(2 * reportEveryMs);
    expect(told).toHaveLength(1);
    expect(last()?.progress).toMatchObject({ id: progress.id, done: 100 });
  });

  it('names what ended without a verdict, with its reason', async () => {
    const { api, evaluation, last } = worker();
    await api.startRun(wish());
    evaluation.hooks?.evaluated(evaluated('a__b-1', none));
    evaluation.hooks?.evaluated(evaluated('a__b-2', { kind: 'resolved' }));
    evaluation.end({});
    await vi.waitFor(() => expect(last()?.end).toEqual({ kind: 'done', flaky: null }));
    expect(last()?.noVerdict.map(({ instanceId, reason }) => [instanceId, reason])).toEqual([
      ['a__b-1', 'because of none'],
    ]);
  });

  it('counts tests and predictions on which repeats disagree; one on which the machinery failed says nothing', async () => {
    const { api, evaluation, last } = worker();
    await api.startRun(wish({ repeats: 2 }));
    const unresolved: EvaluatedItem['outcome'] = { kind: 'unresolved', reason: 'tests' };
    const lost: EvaluatedItem['outcome'] = { kind: 'none', reason: 'infrastructure' };
    const say = (id: string, ...repeats: readonly (readonly [EvaluatedItem['outcome'], readonly string[]])[]) =>
      repeats.forEach(([outcome, failed], index) => {
        evaluation.hooks?.evaluated({ ...evaluated(id, outcome, index + 1), report: reportOf(failed) });
      });
    say('a__b-1', [{ kind: 'resolved' }, []], [unresolved, ['t1', 't2']]);
    say('a__b-2', [unresolved, ['t1', 't3']], [unresolved, ['t3']]);
    say('a__b-3', [{ kind: 'resolved' }, []], [lost, ['t1']]);
    say('a__b-4', [{ kind: 'resolved' }, []], [{ kind: 'none', reason: 'time-out' }, ['t1']]);
    evaluation.end({});
    await vi.waitFor(() => expect(last()?.end).toEqual({ kind: 'done', flaky: { predictions: 3, tests: 3 } }));
  });

  it('is paused, goes on, and one of its items is cancelled by the name', async () => {
    const { api, evaluation } = worker();
    const { id } = (await api.startRun(wish())).progress;
    const item = { instanceId: 'a__b-2', model: 'm1', repeat: 1 };
    await api.pauseRun({ id });
    await api.resumeRun({ id });
    await api.cancelRun({ id, item });
    expect(evaluation.steered).toEqual(['pause', 'resume']);
    expect(evaluation.cancelled).toEqual([item]);
    await expect(api.pauseRun({ id: 'run-99' })).rejects.toThrow('has ended');
  });

  it('ends as cancelled, not as failed, where the person ended it', async () => {
    const { api, last } = worker();
    const { id } = (await api.startRun(wish())).progress;
    await api.cancelRun({ id, item: null });
    await vi.waitFor(() => expect(last()?.end).toEqual({ kind: 'cancelled' }));
    expect(last()?.progress.state).toBe('ended');
  });

  it('says why it stopped: an engine that went away, or what nobody expected', async () => {
    const first = worker();
    await first.api.startRun(wish());
    first.evaluation.end({ fault: new Error('The engine is gone.') });
    await vi.waitFor(() => expect(first.last()?.end).toEqual({ kind: 'failed', message: 'The engine is gone.' }));
    const second = worker();
    await second.api.startRun(wish());
    second.evaluation.fail(new Error('No such thing.'));
    await vi.waitFor(() => expect(second.last()?.end).toEqual({ kind: 'failed', message: 'No such thing.' }));
  });
});

describe('runs that were left unfinished', () => {
  const left = (changes: Partial<LeftRun> = {}): LeftRun => {
    const { datasetPath, predictions } = wish();
    const theirs = {
      images: { 'acme/ledger': 'evil' },
      testCommands: { 'acme/ledger': 'curl evil' },
      repositories: {},
      repository: null,
    };
    return {
      runId: 'm1',
      runs: ['m1'],
      total: 6,
      done: 2,
      at: '2026-01-02T03:04:05Z',
      closed: null,
      wish: {
        ...{ datasetPath, predictions, instanceIds: [], runId: 'm1', rules: null, timeoutMs: null, workers: null },
        ...{ repeats: 2, again: true, settings: theirs, backend: 'local', endpoint: 'tcp://evil' },
      },
      ...changes,
    };
  };

  it('are offered where no process ended them or the engine failed, not where a person cancelled', async () => {
    const { api } = worker([
      left(),
      left({ runId: 'm2', closed: 'fault' }),
      left({ runId: 'm3', closed: 'cancelled' }),
    ]);
    const found = await api.unfinishedRuns({ studyFolder: folder.path });
    expect(found.map(({ runId, title, total, done }) => [runId, title, total, done])).toEqual([
      ['m1', 'm1 ×2', 6, 2],
      ['m2', 'm2 ×2', 6, 2],
    ]);
  });

  it('are named after their instance where they are of one', async () => {
    const one = left();
    const { api } = worker([{ ...one, wish: { ...one.wish, instanceIds: ['a__b-1'], repeats: 1 } }]);
    const [found] = await api.unfinishedRuns({ studyFolder: folder.path });
    expect(found?.title).toBe('m1 on a__b-1');
  });

  it("go on under their own id; engine, images and commands are the person's, not the journal's", async () => {
    const { api, evaluation } = worker([left()]);
    const q = { studyFolder: folder.path, runId: 'm1', backend: 'docker', settings } as const;
    expect((await api.resumeUnfinished(q)).progress).toMatchObject({ runId: 'm1', total: 6 });
    expect(evaluation.request).toMatchObject({ resume: true, repeats: 2, runId: 'm1' });
    const { settings: used, backend, endpoint } = evaluation.request?.wish ?? {};
    expect(used).toEqual({ images: {}, testCommands: { 'acme/ledger': 'mine' }, repositories: {}, repository: null });
    expect([backend, endpoint]).toEqual(['docker', null]);
  });

  it('are refused where the run has come to its end meanwhile', async () => {
    const { api } = worker([]);
    const q = { studyFolder: folder.path, runId: 'm1', backend: 'docker', settings } as const;
    await expect(api.resumeUnfinished(q)).rejects.toThrow('come to its end');
  });
});
