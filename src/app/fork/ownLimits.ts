import type { Agent, AttemptLimits, AttemptProgress } from '../../core/run/agent/attempt';

interface Inherited {
  readonly calls: number;
  readonly costUsd: number | null;
}

/** 0 is no limit, and stays none. */
const above = (limit: number, inherited: number): number => (limit === 0 ? 0 : limit + inherited);

/** Read anew each time, for what a budget leaves changes while other runs go on. */
const raised = (limits: AttemptLimits, { calls, costUsd }: Inherited): AttemptLimits => ({
  wallSeconds: limits.wallSeconds,
  formatErrors: limits.formatErrors,
  get steps(): number {
    return above(limits.steps, calls);
  },
  get costUsd(): number {
    return above(limits.costUsd, costUsd ?? 0);
  },
});

/** What it took itself, for budgets and for who looks on. Beside an unknown part only nothing is known: before a call. */
const ownOf = (progress: AttemptProgress, { calls, costUsd }: Inherited): AttemptProgress => {
  const own = progress.calls - calls;
  const begins = own <= 1 && progress.usage === null;
  const known = progress.costUsd === null || costUsd === null ? null : Math.max(0, progress.costUsd - costUsd);
  return { ...progress, calls: own, costUsd: known ?? (begins ? 0 : null) };
};

/**
 * An agent whose totals begin with what its parent took: limits and budgets are of what it takes itself, or a fork from
 * the end of a run that reached its limit would end at once.
 */
export const withOwnLimits = (agent: Agent, inherited: Inherited): Agent => ({
  ...agent,
  prepare: async (instance, signal) => {
    const prepared = await agent.prepare(instance, signal);
    return {
      ...prepared,
      attempt: (ports, stop) => {
        const progress = (told: AttemptProgress): void => ports.progress(ownOf(told, inherited));
        return prepared.attempt({ ...ports, limits: raised(ports.limits, inherited), progress }, stop);
      },
      close: () => prepared.close(),
    };
  },
});
