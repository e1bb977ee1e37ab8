import { describe, expect, it } from 'vitest';
import type { GatewayCall } from '../../../../../src/core/run/gateway/gatewayCount';
import { limitReached } from '../../../../../src/core/run/gateway/policy/limits';
import { knownCost, sumCalls } from '../../../../../src/core/run/gateway/sumCalls';

const usage = { prompt: 10, cached: 1, cacheWrite: null, completion: 2, reasoning: 0 };
const call = (changes: Partial<GatewayCall> = {}): GatewayCall => ({
  number: 1,
  protocol: 'chat',
  role: 'main',
  why: 'the first conversation',
  askedModel: 'a',
  model: 'b',
  status: 200,
  usage,
  costUsd: 0.1,
  firstByteMs: 1,
  wallMs: 2,
  ownMs: 0.1,
  fault: null,
  ...changes,
});

describe('what an agent asked, summed up', () => {
  it('has turns and side calls apart, and their tokens and cost together', () => {
    expect(sumCalls([call(), call({ role: 'side', costUsd: 0.2 })])).toEqual({
      turns: 1,
      sideCalls: 1,
      usage: { prompt: 20, cached: 2, cacheWrite: null, completion: 4, reasoning: 0 },
      costUsd: 0.3,
    });
  });

  it('of nothing is nothing spent and no tokens told', () => {
    expect(sumCalls([])).toEqual({ turns: 0, sideCalls: 0, usage: null, costUsd: 0 });
  });

  it('leaves out what a provider refused', () => {
    const refused = call({ status: 429, usage: null, costUsd: null });
    expect(sumCalls([refused, call()])).toMatchObject({ turns: 1, usage, costUsd: 0.1 });
  });

  it.each([200, 499, 504])('is unknown where one call (%i) has no count; a cost is then known in part', (status) => {
    const calls = [call(), call({ status, usage: null, costUsd: null })];
    expect(sumCalls(calls)).toMatchObject({ usage: null, costUsd: null });
    expect(knownCost(calls)).toBe(0.1);
  });
});

describe('a limit', () => {
  const none = { turns: 0, costUsd: 0, wallSeconds: 0 };
  const spent = { turns: 3, knownUsd: 1.5, seconds: 60 };

  it('of 0 is none', () => {
    expect(limitReached(none, { turns: 1e6, knownUsd: 1e6, seconds: 1e9 })).toBeNull();
  });

  it.each([
    [{ ...none, turns: 3 }, 'The limit of 3 turns is reached.'],
    [{ ...none, costUsd: 1.5 }, 'The limit of 1.5 dollars is reached.'],
    [{ ...none, wallSeconds: 60 }, 'The limit of 60 seconds is reached.'],
  ])('that is reached says which: %j', (limits, words) => {
    expect(limitReached(limits, spent)?.words).toBe(`${words} The run is over; no further request is answered.`);
  });

  it('that is not yet reached lets in', () => {
    expect(limitReached({ turns: 4, costUsd: 1.51, wallSeconds: 61 }, spent)).toBeNull();
  });
});
