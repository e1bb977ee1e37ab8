import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../../src/core/run/model/price';
import {
  anthropicUsage,
  chatUsage,
  reportedCost,
  responsesUsage,
  usageAsChat,
} from '../../../../../src/core/run/model/usage';

const prices = { input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10 };
const usage = { prompt: 1000, cached: 600, cacheWrite: 100, completion: 50, reasoning: 40 };

describe('tokens of a call', () => {
  it('are read by the names of each protocol; the prompt includes what was cached', () => {
    const chat = {
      prompt_tokens: 1000,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens_details: { reasoning_tokens: 40 },
    };
    expect(chatUsage(chat)).toEqual({ ...usage, cacheWrite: null });
    expect(chatUsage({ prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 4 })?.cached).toBe(4);
    expect(
      responsesUsage({ input_tokens: 9, output_tokens: 3, output_tokens_details: { reasoning_tokens: 2 } }),
    ).toEqual({ prompt: 9, cached: null, cacheWrite: null, completion: 3, reasoning: 2 });
    expect(
      anthropicUsage({
        input_tokens: 300,
        cache_read_input_tokens: 600,
        cache_creation_input_tokens: 100,
        output_tokens: 50,
        output_tokens_details: { thinking_tokens: 40 },
      }),
    ).toEqual(usage);
    expect(chatUsage(usageAsChat(usage))).toEqual(usage);
  });

  it.each([null, 'many', {}, { prompt_tokens: '5' }, { prompt_tokens: -1 }, { prompt_tokens: 1.5 }])(
    'are unknown where nothing was counted: %j',
    (found) => {
      expect(chatUsage(found)).toBeNull();
    },
  );
});

describe('the cost of a call', () => {
  it('takes each kind of token at its price', () => {
    expect(costOf(usage, prices)).toBe((300 * 2 + 600 * 0.2 + 100 * 2.5 + 50 * 10) / 1e6);
  });

  it.each([
    ['no prices', usage, null],
    ['no count', null, prices],
    ['no count of the prompt', { ...usage, prompt: null }, prices],
    ['a price that was needed', usage, { ...prices, cachedInput: null }],
  ])('is unknown with %s', (_, found, given) => {
    expect(costOf(found, given)).toBeNull();
  });

  it('needs no price of what was not used, and is 0 where the price is', () => {
    const plain = { ...usage, cached: 0, cacheWrite: null };
    expect(costOf(plain, { ...prices, cachedInput: null, cacheWrite: null })).toBe(0.0025);
    expect(costOf(usage, { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 })).toBe(0);
  });

  it("is the provider's own where it says one, with what another provider took on the user's own key", () => {
    expect(reportedCost({ cost: 0.01 })).toBe(0.01);
    expect(reportedCost({ cost: 0.01, is_byok: true, cost_details: { upstream_inference_cost: 0.2 } })).toBeCloseTo(
      0.21,
    );
    expect(reportedCost({})).toBeNull();
    expect(reportedCost({ cost: -1 })).toBeNull();
    expect(reportedCost({ cost: 1e308 })).toBeNull();
  });
});
