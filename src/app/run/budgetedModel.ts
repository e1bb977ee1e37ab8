import { type AttemptLimits, type AttemptModel, BudgetReached } from '../../core/run/agent/attempt';
import type { AttemptSpend, RunBudget } from './runSpend';

/**
 * The model of one attempt under the budget of its run: no call begins once that is used up. A reply by which it is
 * reached is handed out like any other; attempts that run at the same time can exceed it by a reply each.
 */
export const budgetedModel = (model: AttemptModel, budget: RunBudget, spend: AttemptSpend): AttemptModel => ({
  id: model.id,
  name: model.name,
  ask: async (messages, tools, options) => {
    const { reached } = budget;
    if (reached !== null) throw new BudgetReached(reached);
    spend.asks();
    const reply = await model.ask(messages, tools, options);
    spend.add(reply);
    return reply;
  },
});

/** An attempt's limits; that of its cost is never above what the run has left, looked at whenever it is read. */
export const limitsUnder = (limits: AttemptLimits, budget: RunBudget, spend: AttemptSpend): AttemptLimits => ({
  steps: limits.steps,
  wallSeconds: limits.wallSeconds,
  formatErrors: limits.formatErrors,
  get costUsd(): number {
    const { left } = budget;
    if (left === null) return limits.costUsd;
    // 0 would mean no limit.
    const most = Math.max(Number.MIN_VALUE, left + (spend.costUsd ?? 0));
    return limits.costUsd === 0 ? most : Math.min(limits.costUsd, most);
  },
});
