import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runModel } from '../../../../src/app/run/runModel';
import type { ModelRunControl, RunRequest } from '../../../../src/app/run/runRequest';
import { type Agent, BudgetReached } from '../../../../src/core/run/agent/attempt';
import { ModelFault } from '../../../../src/core/run/model/modelProvider';
import { readStates } from '../../../../src/core/run/record/statesFile';
import { InputFault } from '../../../../src/core/shared/problem';
import { leftModelRuns } from '../../../../src/io/store/unfinishedModelRuns';
import {
  fakeAgent,
  fakeModel,
  fakeReply,
  fakeRunPorts,
  handedIn,
  quietRunHooks,
  runInstances,
  runRequest,
} from '../../../fakes/modelRun';
import { throwAway } from '../../../fakes/throwAway';

const never = new AbortController().signal;
const costs = (usd: number | null) => fakeRunPorts(fakeModel(async () => fakeReply(usd)));

/** Asks once and hands in. */
const asksOnce = fakeAgent(async ({ model, instance, keep }) => {
  await model.ask([], []);
  await keep({ name: `${instance.id}.traj.json`, content: '{}' });
  return handedIn();
});

const run = async (agent: Agent, changes: Partial<RunRequest> = {}, ports = costs(0.1), folder?: string) => {
  const where = folder ?? (await throwAway('touchstone-run-'));
  const told: string[] = [];
  const hooks = { ...quietRunHooks, told: (_id: string | null, text: string) => void told.push(text) };
  const end = await runModel(ports, runRequest(where, agent, changes), hooks, never);
  const read = (name: string) => readFile(join(where, 'runs/try', name), 'utf8');
  const lines = async (name: string) =>
    (await read(name))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { folder: where, end, told, read, lines };
};
const statuses = ({ end }: Awaited<ReturnType<typeof run>>) => end.items.map(({ result }) => result?.status ?? null);

describe('a run', () => {
  it('counts a call that got no reply, in its sum as in its attempts', async () => {
    const refused = async (): Promise<never> => {
      throw new ModelFault('auth', 'no');
    };
    const ran = await run(asksOnce, {}, fakeRunPorts(fakeModel(refused)));
    expect(ran.end.spend).toMatchObject({ calls: 3, costUsd: 0 });
    expect(ran.end.items.map(({ result }) => result?.calls)).toEqual([1, 1, 1]);
  });

  it('keeps a prediction, a trajectory and an end of every instance, and what all of it took', async () => {
    const ran = await run(asksOnce);
    expect(statuses(ran)).toEqual(['submitted', 'submitted', 'submitted']);
    expect(ran.end.spend).toMatchObject({ calls: 3, promptTokens: 30, completionTokens: 6 });
    expect(ran.end.spend.costUsd).toBeCloseTo(0.3);
    const rows = await ran.lines('predictions.jsonl');
    expect(rows.map((row) => [row.instance_id, row.model_name_or_path, row.model_patch])).toEqual([
      ['one', 'fake', 'a patch\n'],
      ['two', 'fake', 'a patch\n'],
      ['three', 'fake', 'a patch\n'],
    ]);
    expect((await ran.lines('events.jsonl')).map(({ kind }) => kind)).toEqual([
      'begun',
      'attempt',
      'ended',
      'attempt',
      'ended',
      'attempt',
      'ended',
      'done',
    ]);
    expect(ran.end.items[0]?.trajectory).toBe(join(ran.folder, 'runs/try/trajectories/one.traj.json'));
  });

  it('goes on with the others where one attempt breaks, and says why', async () => {
    const agent = fakeAgent(async ({ instance }) => {
      if (instance.id === 'two') throw new Error('the agent fell over');
      return handedIn();
    });
    const ran = await run(agent);
    expect(statuses(ran)).toEqual(['submitted', 'unknown', 'submitted']);
    expect(ran.end.items[1]?.result?.fault).toBe('the agent fell over');
  });

  it('goes on with the others where the name of one would leave the folder', async () => {
    const ran = await run(asksOnce, { instances: runInstances('one', '../two', 'three') });
    expect(statuses(ran)).toEqual(['submitted', 'env_error', 'submitted']);
    expect(ran.end.items[1]?.result?.fault).toContain('is no name of a file below');
  });

  it('leaves no prediction of a fork that never began, and begins it anew when it is asked for again', async () => {
    const refused = async (): Promise<never> => {
      throw new InputFault('The files after this step are not known.');
    };
    const parent = { file: 'a.traj.json', step: 1, hash: '', calls: 0, costUsd: 0, change: 'none', messages: 'same' };
    const fork = { parent, prepare: async () => undefined } as unknown as NonNullable<RunRequest['fork']>;
    const changes = { fork, instances: runInstances('one') };
    const ran = await run({ ...asksOnce, prepare: refused }, changes);
    expect(statuses(ran)).toEqual(['env_error']);
    await expect(ran.read('predictions.jsonl')).rejects.toThrow('ENOENT');
    expect(statuses(await run(asksOnce, changes, costs(0.1), ran.folder))).toEqual(['submitted']);
  });

  it('begins no call beyond the budget, and keeps the reply that reached it', async () => {
    const agent = fakeAgent(async ({ model }) => {
      for (;;) await model.ask([], []);
    });
    const ran = await run(agent, { budgetUsd: 0.25 });
    expect(statuses(ran)).toEqual(['limit_cost', null, null]);
    expect(ran.end.spend.calls).toBe(3);
    expect(ran.end.stopped).toMatchObject({ why: 'budget', text: expect.stringContaining('$0.25 is used up') });
    expect((await ran.lines('predictions.jsonl')).map((row) => row.touchstone.calls)).toEqual([3]);
  });

  it('begins nothing where attempts before it left nothing of the budget', async () => {
    const ran = await run(asksOnce, { budgetUsd: 0 });
    expect(ran.end.spend.calls).toBe(0);
    expect(ran.end.stopped).toEqual({ why: 'budget', text: 'The budget is used up.' });
  });

  it('tells an agent by its cost limit what the run has left, so that it ends by itself', async () => {
    const seen: number[] = [];
    const agent = fakeAgent(async ({ model, limits }) => {
      seen.push(limits.costUsd);
      await model.ask([], []);
      seen.push(limits.costUsd);
      return handedIn();
    });
    await run(agent, { budgetUsd: 0.25, instances: runInstances('one', 'two') });
    expect(seen.map((usd) => Number(usd.toFixed(2)))).toEqual([0.25, 0.25, 0.15, 0.15]);
  });

  it('stops under a budget where the cost of a call is unknown, for nobody could keep it', async () => {
    const ran = await run(asksOnce, { budgetUsd: 5 }, costs(null));
    expect(ran.end.stopped?.text).toContain('cost of a call is unknown');
    expect(statuses(ran)).toEqual(['submitted', null, null]);
    expect(ran.end.spend.costUsd).toBeNull();
  });

  it('ends an agent by its budget whose calls are only told', async () => {
    const agent = fakeAgent(async ({ progress }, signal) => {
      progress({ calls: 2, costUsd: 9, usage: null, doing: 'working' });
      signal.throwIfAborted();
      return handedIn();
    });
    const ran = await run(agent, { budgetUsd: 1, instances: runInstances('one') });
    expect(statuses(ran)).toEqual(['limit_cost']);
    expect(ran.end.spend).toMatchObject({ calls: 2, costUsd: 9 });
  });

  it('ends one attempt by a person’s wish, and no other', async () => {
    const controls: ModelRunControl[] = [];
    const agent = fakeAgent(async ({ instance }, signal) => {
      if (instance.id === 'one') controls[0]?.stop('one');
      if (instance.id === 'one') controls[0]?.stop('three');
      signal.throwIfAborted();
      return handedIn();
    });
    const folder = await throwAway('touchstone-run-');
    const hooks = { ...quietRunHooks, started: (given: ModelRunControl) => void controls.push(given) };
    const end = await runModel(costs(0), runRequest(folder, agent), hooks, never);
    expect(end.items.map(({ state, result }) => [state, result?.status ?? null])).toEqual([
      ['ended', 'aborted'],
      ['ended', 'submitted'],
      ['waiting', null],
    ]);
  });

  it('hands a person’s words to the attempt before its next call', async () => {
    const heard: unknown[] = [];
    const agent = fakeAgent(async ({ interject }) => {
      heard.push(interject?.(), interject?.());
      return handedIn();
    });
    const folder = await throwAway('touchstone-run-');
    const hooks = { ...quietRunHooks, started: (given: ModelRunControl) => given.say('one', 'look at b.ts') };
    await runModel(costs(0), runRequest(folder, agent, { instances: runInstances('one') }), hooks, never);
    expect(heard).toEqual(['look at b.ts', null]);
  });
});

describe('a run that was stopped', () => {
  it('keeps what ended, begins the rest anew and says so', async () => {
    const stop = new AbortController();
    const stopping = fakeAgent(async ({ instance }, signal) => {
      if (instance.id === 'two') stop.abort(new Error('Stopped.'));
      signal.throwIfAborted();
      return handedIn();
    });
    const folder = await throwAway('touchstone-run-');
    const end = await runModel(costs(0), runRequest(folder, stopping), quietRunHooks, stop.signal);
    expect(end.stopped).toEqual({ why: 'person', text: 'Stopped.' });
    expect(await leftModelRuns(folder)).toMatchObject([{ runId: 'try', done: 1, total: 3, stopped: 'person' }]);

    const again = await run(asksOnce, {}, costs(0), folder);
    expect(again.end.items.map(({ state }) => state)).toEqual(['kept', 'ended', 'ended']);
    expect(again.told).toEqual([expect.stringContaining('begins anew')]);
    expect(await leftModelRuns(folder)).toEqual([]);
  });

  it('goes on under what is left of its budget, not under all of it again', async () => {
    const stop = new AbortController();
    const cutOff = fakeAgent(async ({ instance, model }, signal) => {
      if (instance.id === 'two') stop.abort(new Error('Stopped.'));
      signal.throwIfAborted();
      await model.ask([], []);
      return handedIn();
    });
    const folder = await throwAway('touchstone-run-');
    await runModel(costs(0.1), runRequest(folder, cutOff, { budgetUsd: 0.15 }), quietRunHooks, stop.signal);
    const again = await run(asksOnce, { budgetUsd: 0.15, resume: true }, costs(0.1), folder);
    expect(again.end.items.map(({ state }) => state)).toEqual(['kept', 'ended', 'waiting']);
    expect(again.end.spend.calls).toBe(1);
    expect(again.end.stopped?.text).toBe('The budget of $0.15 is used up ($0.2000).');
  });

  it('goes on under its budget where an attempt before asked nothing, and of no cost was told', async () => {
    const stop = new AbortController();
    const cutOff = fakeAgent(async ({ instance }, signal) => {
      if (instance.id === 'two') stop.abort(new Error('Stopped.'));
      signal.throwIfAborted();
      return handedIn({ calls: 0, costUsd: null });
    });
    const folder = await throwAway('touchstone-run-');
    await runModel(costs(0.1), runRequest(folder, cutOff, { budgetUsd: 1 }), quietRunHooks, stop.signal);
    const again = await run(asksOnce, { budgetUsd: 1, resume: true }, costs(0.1), folder);
    expect(again.end.items.map(({ state }) => state)).toEqual(['kept', 'ended', 'ended']);
  });

  it('reads past the line that a crash tore', async () => {
    const { folder } = await run(asksOnce);
    await appendFile(join(folder, 'runs/try/events.jsonl'), '{"kind":"att');
    const again = await run(asksOnce, {}, costs(0), folder);
    expect(again.end.items.every(({ state }) => state === 'kept')).toBe(true);
  });

  it('attempts once more what failed, and nothing else', async () => {
    const flaky = (fails: boolean) =>
      fakeAgent(async ({ instance }) =>
        handedIn(fails && instance.id === 'two' ? { patch: '', status: 'format' } : {}),
      );
    const { folder } = await run(flaky(true));
    const again = await run(flaky(false), { again: 'failed' }, costs(0), folder);
    expect(again.end.items.map(({ state }) => state)).toEqual(['kept', 'ended', 'kept']);
    expect(await again.lines('predictions.jsonl')).toHaveLength(3);
  });

  it("refuses the folder of another model's run", async () => {
    const { folder } = await run(asksOnce);
    const other = { ...runRequest(folder, asksOnce).model, model: 'other' };
    await expect(run(asksOnce, { model: other }, costs(0), folder)).rejects.toThrow(/model is "fake", not "other"/);
  });
});

describe('what an attempt leaves', () => {
  it('is the state after each step, and none of an attempt before', async () => {
    const agent = fakeAgent(async ({ snapshot }) => {
      await snapshot?.(1, 'first\n');
      await snapshot?.(2, 'first\n');
      await snapshot?.(4, 'second\n');
      return handedIn();
    });
    const one = { instances: runInstances('one') };
    const { folder } = await run(agent, one);
    const again = await run(agent, { ...one, again: true }, costs(0), folder);
    const text = await again.read('trajectories/one.states.jsonl');
    expect(text.trim().split('\n')).toHaveLength(3);
    expect([...readStates(text)]).toEqual([
      [1, 'first\n'],
      [2, 'first\n'],
      [4, 'second\n'],
    ]);
  });

  it('says where the submission is not what the repository differs by; the latter is the prediction', async () => {
    const agent = fakeAgent(async () => handedIn({ patch: 'of the repository\n', submission: 'handed in\n' }));
    const ran = await run(agent, { instances: runInstances('one') });
    const [row] = await ran.lines('predictions.jsonl');
    expect([row.model_patch, row.touchstone.submissionDiffers]).toEqual(['of the repository\n', true]);
    expect(ran.told).toEqual([expect.stringContaining('differs from what its repository differs by')]);
  });

  it('never leaves the run’s folder, whatever an agent names it', async () => {
    const agent = fakeAgent(async ({ keep }) => {
      await keep({ name: '../../escaped.json', content: 'x' });
      return handedIn();
    });
    const ran = await run(agent, { instances: runInstances('one') });
    expect(ran.end.items[0]?.result?.fault).toContain('no name of a file below');
  });

  it('is limit_cost where the agent lets the budget’s end through', async () => {
    const agent = fakeAgent(async () => {
      throw new BudgetReached('used up');
    });
    expect(statuses(await run(agent, { instances: runInstances('one') }))).toEqual(['limit_cost']);
  });
});
