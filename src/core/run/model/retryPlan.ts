import { type CallOptions, ModelFault, mayAskAgain } from './modelProvider';

/** How often and how long: as mini-swe-agent 2.4.6, whose retries are tenacity's. */
export interface RetryPlan {
  readonly tries: number;
  readonly firstWaitMs: number;
  readonly mostWaitMs: number;
  /** A provider that asks for more is not waited for. */
  readonly mostRetryAfterMs: number;
}

export const retryPlan: RetryPlan = {
  tries: 10,
  firstWaitMs: 4000,
  mostWaitMs: 60_000,
  mostRetryAfterMs: 10 * 60_000,
};

/**
 * Milliseconds to wait after a failed try (`attempt` from 1) before the next; null: there is none. What the provider
 * asks for by Retry-After is honoured where it is longer than ours. `random` in [0, 1) spreads the calls of one run by a
 * quarter, so that they don't all come back at once.
 */
export const waitBefore = (
  fault: ModelFault,
  attempt: number,
  random: number,
  plan: RetryPlan = retryPlan,
): number | null => {
  if (!mayAskAgain(fault) || attempt >= plan.tries) return null;
  const grown = Math.min(plan.mostWaitMs, plan.firstWaitMs * 2 ** (attempt - 1));
  const wanted = fault.retryAfterMs ?? 0;
  if (wanted > plan.mostRetryAfterMs) return null;
  return Math.round(Math.max(grown, wanted) * (1 + random / 4));
};

export interface RetryPorts {
  /** Throws what the signal was aborted with. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  random(): number;
  retrying(fault: string, attempt: number, waitMs: number): void;
}

/** Asks until there is a reply or no sense in asking again; throws the last `ModelFault`, with the number of tries. */
export const askWithRetries = async <T>(
  ask: () => Promise<T>,
  options: Pick<CallOptions, 'signal'>,
  ports: RetryPorts,
  plan: RetryPlan = retryPlan,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      const wait = waitBefore(error, attempt, ports.random(), plan);
      if (wait === null) throw attempt === 1 ? error : afterTries(error, attempt);
      ports.retrying(error.message, attempt, wait);
      await ports.sleep(wait, options.signal);
    }
  }
};

const afterTries = ({ kind, message, status, retryAfterMs }: ModelFault, tries: number): ModelFault =>
  new ModelFault(kind, `${message} (${tries} tries)`, status, retryAfterMs);
