import type { Usage } from '../trajectory/step';
import type { ModelPrices } from './modelEntry';

/** Tokens at a price per million; nothing costs nothing, else both must be known. */
const part = (tokens: number, price: number | null): number | null =>
  tokens === 0 ? 0 : price === null ? null : (tokens * price) / 1e6;

/** To the ten millionth of a dollar, so that sums don't show what binary fractions leave. */
export const roundedDollars = (dollars: number): number => Math.round(dollars * 1e7) / 1e7;

/**
 * Dollars of one call by the prices of its model. Null where a count or a price that it takes is unknown: what was
 * read from or written to the cache has a price of its own where the provider counts it (a count that it doesn't give
 * is none of it), all other prompt tokens have `input`'s. Reasoning is part of the completion.
 */
export const costOf = (usage: Usage | null, prices: ModelPrices | null): number | null => {
  if (usage === null || prices === null || usage.prompt === null || usage.completion === null) return null;
  const cached = usage.cached ?? 0;
  const written = usage.cacheWrite ?? 0;
  const fresh = Math.max(0, usage.prompt - cached - written);
  const parts = [
    part(fresh, prices.input),
    part(cached, prices.cachedInput),
    part(written, prices.cacheWrite),
    part(usage.completion, prices.output),
  ];
  let sum = 0;
  for (const dollars of parts) {
    if (dollars === null) return null;
    sum += dollars;
  }
  return roundedDollars(sum);
};
