import { unknownTotals } from '../../blank';
import { numberAt, valueAt } from '../../fields';
import type { Totals } from '../../trajectory';

/** A sum of what attempts recorded; null where none did. */
const sumOf = (stats: readonly unknown[], key: string): number | null => {
  const found = stats.map((one) => numberAt(one, key)).filter((one) => one !== null);
  return found.length === 0 ? null : found.reduce((sum, one) => sum + one, 0);
};

/**
 * Totals of `info.model_stats`; before a run of attempts ends, of its attempts' ones. A run that counted no tokens at
 * all (a replay, a person) has none recorded, and its cost of 0 is none either.
 */
export const totalsOf = (info: unknown, attempts: readonly unknown[], visibleSteps: number): Totals => {
  const stats = valueAt(info, 'model_stats');
  const all = stats === undefined ? attempts : [stats];
  const prompt = sumOf(all, 'tokens_sent');
  const completion = sumOf(all, 'tokens_received');
  const cost = sumOf(all, 'instance_cost');
  const uncounted = !prompt && !completion;
  const costUsd = uncounted && cost === 0 ? null : cost;
  return {
    ...unknownTotals,
    visibleSteps,
    prompt: uncounted ? null : prompt,
    completion: uncounted ? null : completion,
    apiCalls: sumOf(all, 'api_calls'),
    costUsd,
    costSource: costUsd === null ? 'unknown' : 'reported',
  };
};
