import { describe, expect, it } from 'vitest';
import type { RunEnd, RunHooks, RunItemState, RunRequest } from '../../../src/app/run/runRequest';
import type { AttemptResult } from '../../../src/core/run/agent/attempt';
import type { ModelRun, StartModelRun } from '../../../src/protocol/modelRuns';
import { type ModelRunDesk, modelRunsApi, type PlannedModelRun } from '../../../src/worker/modelRunsApi';

const result = (change: Partial<AttemptResult> = {}): AttemptResult => ({
  ...{ status: 'submitted', rawStatus: 'Submitted', patch: 'diff\n', submission: 'diff\n', calls: 3, costUsd: 0.2 },
  ...{ usage: null, fault: null },
  ...change,
});

const ended = (one: AttemptResult): RunItemState => ({
  ...{ instanceId: 'a', state: 'ended', progress: null, result: one, trajectory: '/s/runs/r/trajectories/a.json' },
});

const asked: StartModelRun = {
  ...{ studyFolder: '/s', datasetPath: '/s/d.jsonl', instanceIds: ['a'], agent: 'mini', model: 'm', attempts: 2 },
  ...{ budgetUsd: 1, workers: null, backend: 'docker', evaluates: true },
  settings: {
    ...{ endpoint: null, workers: 1, images: {}, testCommands: {}, repositories: {}, timeoutSeconds: 1 },
    ruleSet: 'swebench-v5',
  },
};

const request = (runId: string, attempt: number): RunRequest =>
  ({ runId, attempt, folder: `/s/runs/${runId}`, instances: [{ id: 'a' }], backend: 'docker', again: false }) as never;

const planned: PlannedModelRun = {
  title: 'mini with m on a ×2',
  asked,
  fork: null,
  requests: [request('r', 1), request('r-a2', 2)],
};

type Ran = (request: RunRequest, hooks: RunHooks, signal: AbortSignal) => Promise<RunEnd>;

const end = (item: RunItemState, stopped: RunEnd['stopped'] = null): RunEnd => ({
  items: [item],
  spend: { calls: 3, costUsd: 0.2, promptTokens: null, completionTokens: null },
  stopped,
});

/** An app over an engine that does what `ran` says; what the editor was told, the last for each run. */
const app = (ran: Ran, plan: PlannedModelRun = planned) => {
  const told: ModelRun[] = [];
  const evaluated: string[] = [];
  const forgotten: string[] = [];
  let over = (): void => {};
  const isOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  const host = {
    log: async () => undefined,
    runChanged: async () => undefined,
    modelRunChanged: async (run: ModelRun) => {
      told.push(run);
      if (run.end !== null) over();
    },
  };
  const desk = {
    host: () => host,
    run: async (_ports: unknown, asks: RunRequest, hooks: RunHooks, signal: AbortSignal) => ran(asks, hooks, signal),
    ports: async () => ({}),
    plan: async () => plan,
    remember: async () => undefined,
    forget: async () => void forgotten.push('forgotten'),
    unfinished: async () => ['r', 'left'].map((runId) => ({ runId, done: 0, total: 1, at: '', backend: 'docker' })),
    evaluate: async ({ runId }: { runId: string }) => void evaluated.push(runId),
  };
  return { api: modelRunsApi(desk as never as ModelRunDesk), told, evaluated, forgotten, isOver };
};

const begun = { studyFolder: '/s' };

describe('runs of models in the worker', () => {
  it('makes its attempts one after the other, under what is left of the budget, and evaluates each', async () => {
    const budgets: (number | null)[] = [];
    const { api, told, evaluated, forgotten, isOver } = app(async ({ budgetUsd }) => {
      budgets.push(budgetUsd);
      return end(ended(result()));
    });
    const first = await api.startModelRun(asked);
    expect(first.items.map(({ state, runId }) => [runId, state])).toEqual([
      ['r', 'waiting'],
      ['r-a2', 'waiting'],
    ]);
    await isOver;
    expect([budgets, evaluated, forgotten.length]).toEqual([[1, 0.8], ['r', 'r-a2'], 1]);
    expect(told.at(-1)).toMatchObject({ spentUsd: 0.4, end: { kind: 'done' } });
  });

  it('lets a further attempt spend nothing where the first took all of the budget', async () => {
    const budgets: (number | null)[] = [];
    const { api, isOver } = app(async ({ budgetUsd }) => {
      budgets.push(budgetUsd);
      return end(ended(result({ costUsd: 1.25 })));
    });
    await api.startModelRun(asked);
    await isOver;
    expect(budgets).toEqual([1, 0]);
  });

  it('evaluates code and what a process left that was cut off, and nothing where there is no answer', async () => {
    const evaluatedOf = async (item: RunItemState, change: Partial<RunRequest> = {}) => {
      const requests = [{ ...request('r', 1), ...change }];
      const { api, evaluated, isOver } = app(async () => end(item), { ...planned, requests });
      await api.startModelRun(asked);
      await isOver;
      return evaluated;
    };
    const nothing = { patch: null, submission: null };
    expect(await evaluatedOf(ended(result({ ...nothing, row: { task_id: 'a', completion: 'return 1' } })))).toEqual([
      'r',
    ]);
    expect(await evaluatedOf(ended(result({ ...nothing, submission: 'diff\n' })))).toEqual(['r']);
    expect(await evaluatedOf(ended(result(nothing)))).toEqual([]);
    const kept: RunItemState = { ...ended(result(nothing)), state: 'kept' };
    expect([await evaluatedOf(kept, { resume: true }), await evaluatedOf(kept)]).toEqual([['r'], []]);
  });

  it('knows no spend where one attempt has no price', async () => {
    const { api, told, isOver } = app(async ({ attempt }) =>
      end(ended(result({ costUsd: attempt === 1 ? null : 0.2 }))),
    );
    await api.startModelRun(asked);
    await isOver;
    expect(told.at(-1)?.spentUsd).toBeNull();
  });

  it('begins no further attempt after its budget, says why, and offers it to nobody', async () => {
    const text = 'The budget of $1.00 is used up.';
    const limited = end(ended(result({ status: 'limit_cost', patch: null, submission: null })), {
      why: 'budget',
      text,
    });
    const { api, told, evaluated, forgotten, isOver } = app(async () => limited);
    await api.startModelRun(asked);
    await isOver;
    expect(told.at(-1)?.end).toEqual({ kind: 'stopped', text });
    expect(told.at(-1)?.items.map(({ state }) => state)).toEqual(['ended', 'waiting']);
    expect([evaluated, forgotten.length]).toEqual([[], 1]);
  });

  it('is stopped by its name, and is left to be resumed where the machinery failed', async () => {
    const untilStopped: Ran = (_asks, _hooks, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const stopping = app(untilStopped);
    const { id } = await stopping.api.startModelRun(asked);
    expect((await stopping.api.unfinishedModelRuns(begun)).map(({ runId }) => runId)).toEqual(['left']);
    await stopping.api.stopModelRun({ id, instanceId: null });
    await stopping.isOver;
    expect(stopping.told.at(-1)?.end?.kind).toBe('stopped');
    const failing = app(async () => Promise.reject(new Error('no engine')));
    await failing.api.startModelRun(asked);
    await failing.isOver;
    expect(failing.told.at(-1)?.end).toEqual({ kind: 'failed', message: 'no engine' });
    expect(failing.forgotten).toEqual([]);
  });

  it('runs once more what failed, under the same name', async () => {
    const asks: unknown[] = [];
    const { api, isOver } = app(async ({ again }) => {
      asks.push(again);
      return end(ended(result({ status: 'api_error', patch: null, fault: '500' })));
    });
    const { id } = await api.startModelRun(asked);
    await isOver;
    expect((await api.rerunFailed({ id })).id).toBe(id);
    expect(asks.slice(0, 2)).toEqual([false, false]);
    await expect.poll(() => asks.slice(2)).toEqual(['failed', 'failed']);
  });
});
