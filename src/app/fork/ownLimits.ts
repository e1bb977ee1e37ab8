import type { Agent, AttemptLimits, AttemptModel, AttemptProgress } from '../../core/run/agent/attempt';

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

/** Counts what the fork's own replies cost. */
class OwnCost {
  private sum: number | null = 0;

  /** Dollars; null: a reply's cost is unknown. To the billionth of a dollar's thousandth, as the loop rounds. */
  get usd(): number | null {
    return this.sum === null ? null : Math.round(this.sum * 1e12) / 1e12;
  }

  over(model: AttemptModel): AttemptModel {
    return {
      id: model.id,
      name: model.name,
      ask: async (messages, tools, options) => {
        const reply = await model.ask(messages, tools, options);
        this.sum = this.sum === null || reply.costUsd === null ? null : this.sum + reply.costUsd;
        return reply;
      },
    };
  }
}

/**
 * An agent whose totals begin with what its parent took: limits, budgets, progress and result are of what it takes
 * itself, or a fork from the end of a run that reached its limit would end at once. Its trajectory has the sums of both.
 */
export const withOwnLimits = (agent: Agent, inherited: Inherited): Agent => ({
  ...agent,
  prepare: async (instance, signal) => {
    const prepared = await agent.prepare(instance, signal);
    return {
      ...prepared,
      attempt: async (ports, stop) => {
        const cost = new OwnCost();
        const own = <T extends Pick<AttemptProgress, 'calls' | 'costUsd'>>(told: T): T => ({
          ...told,
          calls: told.calls - inherited.calls,
          costUsd: cost.usd,
        });
        const limits = raised(ports.limits, inherited);
        const progress = (told: AttemptProgress): void => ports.progress(own(told));
        return own(await prepared.attempt({ ...ports, limits, progress, model: cost.over(ports.model) }, stop));
      },
      close: () => prepared.close(),
    };
  },
});
