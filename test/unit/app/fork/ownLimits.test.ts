import { expect, it } from 'vitest';
import { withOwnLimits } from '../../../../src/app/fork/ownLimits';
import type { Agent, AttemptLimits, AttemptPorts, AttemptProgress } from '../../../../src/core/run/agent/attempt';
import { fakeModel, fakeReply, handedIn } from '../../../fakes/modelRun';

/** The limits that an agent sees whose attempt is given these. */
const seen = async (given: AttemptLimits, inherited: { calls: number; costUsd: number | null }) => {
  let limits: AttemptLimits | null = null;
  const agent = {
    prepare: async () => ({
      ...{ mounts: [], env: {} },
      attempt: async (ports: AttemptPorts) => {
        limits = ports.limits;
        return handedIn();
      },
      close: async () => undefined,
    }),
  } as unknown as Agent;
  const prepared = await withOwnLimits(agent, inherited).prepare(null as never, new AbortController().signal);
  await prepared.attempt(
    { limits: given, model: fakeModel(async () => fakeReply(0)) } as AttemptPorts,
    new AbortController().signal,
  );
  return { ...(limits as unknown as AttemptLimits) };
};

it("a fork's limits and budget are of what it takes itself, not of what its parent took", async () => {
  const given = { steps: 250, costUsd: 0.5, wallSeconds: 60, formatErrors: 3 };
  expect(await seen(given, { calls: 30, costUsd: 2 })).toEqual({ ...given, steps: 280, costUsd: 2.5 });
  expect(await seen(given, { calls: 0, costUsd: null })).toEqual(given);
});

it('no limit stays none', async () => {
  const none = { steps: 0, costUsd: 0, wallSeconds: 0, formatErrors: 0 };
  expect(await seen(none, { calls: 30, costUsd: 2 })).toEqual(none);
});

it('what is told of it, and what comes of it, is its own, also where nobody knows what the parent cost', async () => {
  const agent = {
    prepare: async () => ({
      attempt: async ({ model, progress }: AttemptPorts) => {
        progress({ calls: 31, costUsd: 2, usage: null, doing: '' });
        await model.ask([], []);
        progress({ calls: 32, costUsd: 2.5, usage: null, doing: '' });
        return handedIn({ calls: 32, costUsd: 2.5 });
      },
    }),
  } as unknown as Agent;
  const stop = new AbortController().signal;
  const spent = async (costUsd: number | null, replyUsd: number | null) => {
    const told: unknown[] = [];
    const prepared = await withOwnLimits(agent, { calls: 30, costUsd }).prepare(null as never, stop);
    const model = fakeModel(async () => fakeReply(replyUsd));
    const progress = (one: AttemptProgress) => void told.push([one.calls, one.costUsd]);
    const result = await prepared.attempt({ limits: {}, model, progress } as unknown as AttemptPorts, stop);
    return [...told, [result.calls, result.costUsd]];
  };
  expect(await spent(2, 0.5)).toEqual([
    [1, 0],
    [2, 0.5],
    [2, 0.5],
  ]);
  expect(await spent(null, 0.5)).toEqual([
    [1, 0],
    [2, 0.5],
    [2, 0.5],
  ]);
  expect(await spent(2, null)).toEqual([
    [1, 0],
    [2, null],
    [2, null],
  ]);
});
