import { roundedDollars } from '../model/price';
import type { Usage } from '../trajectory/step';
import type { GatewayCall, GatewayCount } from './gatewayCount';

const names = ['prompt', 'cached', 'cacheWrite', 'completion', 'reasoning'] as const;

const plus = (sum: Usage, more: Usage): Usage => {
  const added = names.map((name) => {
    const [left, right] = [sum[name], more[name]];
    return [name, left === null || right === null ? null : left + right] as const;
  });
  return Object.fromEntries(added) as unknown as Usage;
};

/** A call that the model answered, if only in part. */
const wasAnswered = ({ status }: GatewayCall): boolean => status >= 200 && status < 300;

/** The agent hung up, or the time was over, before an answer came: it may be paid for all the same. */
const mayBePaid = (call: GatewayCall): boolean => wasAnswered(call) || call.status === 499 || call.status === 504;

/**
 * Sums of a gateway's calls. A request that the provider refused is no turn and costs nothing; a count of tokens is a side call
 * that costs nothing. One call without its tokens or its cost makes the sum unknown.
 */
export const sumCalls = (calls: readonly GatewayCall[]): GatewayCount => {
  const paid = calls.filter(mayBePaid);
  let usage: Usage | null = null;
  let costUsd: number | null = 0;
  for (const [at, call] of paid.entries()) {
    if (at === 0) usage = call.usage;
    else usage = usage === null || call.usage === null ? null : plus(usage, call.usage);
    costUsd = costUsd === null || call.costUsd === null ? null : costUsd + call.costUsd;
  }
  const answered = calls.filter(wasAnswered);
  const turns = answered.filter(({ role }) => role === 'main').length;
  return {
    turns,
    sideCalls: answered.length - turns,
    usage,
    costUsd: costUsd === null ? null : roundedDollars(costUsd),
  };
};

/** Dollars that are known to be spent: a lower bound where some calls have no cost. */
export const knownCost = (calls: readonly GatewayCall[]): number =>
  calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
