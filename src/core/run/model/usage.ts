import { type Fields, fieldsAt, numberAt, valueAt } from '../trajectory/fields';
import type { Usage } from '../trajectory/step';

/** A count of tokens; what is no whole number from 0 on is not recorded. */
const count = (value: unknown, ...keys: readonly string[]): number | null => {
  const found = numberAt(value, ...keys);
  return found !== null && Number.isSafeInteger(found) && found >= 0 ? found : null;
};

/** Null where nothing was counted at all. */
const unlessEmpty = (usage: Usage): Usage | null =>
  Object.values(usage).every((value) => value === null) ? null : usage;

/**
 * Tokens as OpenAI's chat completions count them, and servers that speak as it does: the prompt includes what was
 * cached, the completion includes the reasoning. DeepSeek's own name for cached ones is read too.
 */
export const chatUsage = (usage: unknown): Usage | null =>
  unlessEmpty({
    prompt: count(usage, 'prompt_tokens'),
    cached: count(usage, 'prompt_tokens_details', 'cached_tokens') ?? count(usage, 'prompt_cache_hit_tokens'),
    cacheWrite:
      count(usage, 'prompt_tokens_details', 'cache_write_tokens') ??
      count(usage, 'prompt_tokens_details', 'cache_creation_tokens'),
    completion: count(usage, 'completion_tokens'),
    reasoning: count(usage, 'completion_tokens_details', 'reasoning_tokens'),
  });

/** Tokens as OpenAI's Responses count them. */
export const responsesUsage = (usage: unknown): Usage | null =>
  unlessEmpty({
    prompt: count(usage, 'input_tokens'),
    cached: count(usage, 'input_tokens_details', 'cached_tokens'),
    cacheWrite: count(usage, 'input_tokens_details', 'cache_write_tokens'),
    completion: count(usage, 'output_tokens'),
    reasoning: count(usage, 'output_tokens_details', 'reasoning_tokens'),
  });

/** Tokens as Anthropic's Messages count them: its input leaves out what the cache gave or took, so that is added. */
export const anthropicUsage = (usage: unknown): Usage | null => {
  const input = count(usage, 'input_tokens');
  const cached = count(usage, 'cache_read_input_tokens');
  const cacheWrite = count(usage, 'cache_creation_input_tokens');
  return unlessEmpty({
    prompt: input === null ? null : input + (cached ?? 0) + (cacheWrite ?? 0),
    cached,
    cacheWrite,
    completion: count(usage, 'output_tokens'),
    reasoning: count(usage, 'output_tokens_details', 'thinking_tokens'),
  });
};

/** A usage in the words of chat completions, so that a reply of another protocol is read as all others are. */
export const usageAsChat = (usage: Usage | null): Fields | undefined => {
  if (usage === null) return undefined;
  const { prompt, cached, cacheWrite, completion, reasoning } = usage;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt === null || completion === null ? null : prompt + completion,
    prompt_tokens_details: {
      cached_tokens: cached,
      ...(cacheWrite === null ? {} : { cache_creation_tokens: cacheWrite }),
    },
    ...(reasoning === null ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
};

/** More than any call costs: such a number is no cost, and a sum with it would be none either. */
const mostDollars = 1e6;

const dollars = (value: unknown, name: string): number | null => {
  const cost = numberAt(value, name);
  return cost !== null && cost >= 0 && cost <= mostDollars ? cost : null;
};

/** What a provider itself says that a call cost, in dollars, as OpenRouter does (`usage.cost`); null: nothing. */
export const reportedCost = (usage: unknown): number | null => {
  const cost = dollars(usage, 'cost');
  if (cost === null) return null;
  const upstream = fieldsAt(usage, 'cost_details');
  // With a key of one's own at another provider, OpenRouter's `cost` is only its fee.
  const own = valueAt(usage, 'is_byok') === true ? dollars(upstream, 'upstream_inference_cost') : null;
  return cost + (own ?? 0);
};
