import { type AttemptResult, BudgetReached } from '../../core/run/agent/attempt';
import { ModelFault } from '../../core/run/model/modelProvider';
import type { TrajectoryStatus } from '../../core/run/trajectory/trajectory';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import type { AttemptSpend } from './runSpend';

/** A person ended one attempt, and not the run. */
export class AttemptStopped extends Error {
  override readonly name = 'AttemptStopped';
}

const statusOf = (error: unknown): TrajectoryStatus => {
  if (error instanceof BudgetReached) return 'limit_cost';
  if (error instanceof AttemptStopped) return 'aborted';
  if (error instanceof ModelFault) return error.kind === 'context' ? 'limit_context' : 'api_error';
  return error instanceof EnvironmentFault || error instanceof InputFault ? 'env_error' : 'unknown';
};

/** The end of an attempt whose agent threw instead of giving a result. */
export const endOfThrown = (error: unknown, spend: AttemptSpend, patch: string | null): AttemptResult => {
  const status = statusOf(error);
  const { calls, costUsd, promptTokens, completionTokens } = spend;
  const isFault = status !== 'limit_cost' && status !== 'aborted';
  return {
    status,
    rawStatus: error instanceof Error ? error.name : 'Error',
    patch,
    submission: null,
    calls,
    costUsd,
    usage: { prompt: promptTokens, cached: null, cacheWrite: null, completion: completionTokens, reasoning: null },
    fault: isFault ? (error instanceof Error ? error.message : String(error)) : null,
  };
};
