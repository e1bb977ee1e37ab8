import { expect, it } from 'vitest';
import { withOwnLimits } from '../../../../src/app/fork/ownLimits';
import type { Agent, AttemptLimits, AttemptPorts, AttemptProgress } from '../../../../src/core/run/agent/attempt';

/** The limits that an agent sees whose attempt is given these. */
const seen = async (given: AttemptLimits, inherited: { calls: number; costUsd: number | null }) => {
  let limits: AttemptLimits | null = null;
  const agent = {
    prepare: async () => ({
      ...{ mounts: [], env: {} },
      attempt: async (ports: AttemptPorts) => {
        limits = ports.limits;
      },
      close: async () => undefined,
    }),
  } as unknown as Agent;
  const prepared = await withOwnLimits(agent, inherited).prepare(null as never, new AbortController().signal);
  await prepared.attempt({ limits: given } as AttemptPorts, new AbortController().signal);
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

it('what is told of it while it goes on is its own, so that a budget is not used up by the parent', async () => {
  const told: unknown[] = [];
  const progress = (calls: number, costUsd: number | null, usage: object | null) =>
    ({ calls, costUsd, usage, doing: '' }) as unknown as AttemptProgress;
  const agent = {
    prepare: async () => ({
      attempt: async (ports: AttemptPorts) => {
        ports.progress(progress(31, 2, null));
        ports.progress(progress(32, 2.5, {}));
      },
    }),
  } as unknown as Agent;
  const stop = new AbortController().signal;
  for (const costUsd of [2, null]) {
    const prepared = await withOwnLimits(agent, { calls: 30, costUsd }).prepare(null as never, stop);
    const ports = { limits: {}, progress: (one: AttemptProgress) => void told.push([one.calls, one.costUsd]) };
    await prepared.attempt(ports as unknown as AttemptPorts, stop);
  }
  expect(told).toEqual([
    [1, 0],
    [2, 0.5],
    [1, 0],
    [2, null],
  ]);
});
