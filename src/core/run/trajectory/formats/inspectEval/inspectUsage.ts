import { isFields, numberAt } from '../../fields';
import type { Usage } from '../../step';
import { noUsage, sumKnown } from '../usageSum';

/**
 * Tokens as Inspect counts them: `total_tokens` has all, and the cached ones are part of `input_tokens` in some logs
 * and beside it in others; so the prompt is what of the total is no output.
 */
export const inspectUsage = (usage: unknown): Usage | null => {
  if (!isFields(usage)) return null;
  const [input, output, total] = ['input_tokens', 'output_tokens', 'total_tokens'].map((key) => numberAt(usage, key));
  const cached = numberAt(usage, 'input_tokens_cache_read');
  const cacheWrite = numberAt(usage, 'input_tokens_cache_write');
  const completion = output ?? null;
  const rest = total !== null && total !== undefined && completion !== null ? total - completion : null;
  const prompt = rest !== null && rest >= (input ?? 0) ? rest : (input ?? null);
  return { prompt, cached, cacheWrite, completion, reasoning: numberAt(usage, 'reasoning_tokens') };
};

const addedUsage = (left: Usage, right: Usage): Usage => ({
  prompt: sumKnown(left.prompt, right.prompt),
  cached: sumKnown(left.cached, right.cached),
  cacheWrite: sumKnown(left.cacheWrite, right.cacheWrite),
  completion: sumKnown(left.completion, right.completion),
  reasoning: sumKnown(left.reasoning, right.reasoning),
});

/** Sums of `model_usage`, which is by model; null where the sample has none. */
export const usageByModel = (byModel: unknown): { readonly usage: Usage; readonly costUsd: number | null } | null => {
  if (!isFields(byModel) || Object.keys(byModel).length === 0) return null;
  const all = Object.values(byModel);
  return {
    usage: all.reduce<Usage>((sum, one) => addedUsage(sum, inspectUsage(one) ?? noUsage), noUsage),
    costUsd: all.reduce<number | null>((sum, one) => sumKnown(sum, numberAt(one, 'total_cost')), null),
  };
};
