import type { AskedReply, AttemptProgress } from '../../core/run/agent/attempt';
import type { RunSpend } from './runRequest';

/** What one attempt has spent so far. Null: a call's cost or tokens are unknown. */
export class AttemptSpend {
  calls = 0;
  costUsd: number | null = 0;
  promptTokens: number | null = 0;
  completionTokens: number | null = 0;
  #byProgress = false;

  /** A call that went through the model as the agent was given it. */
  add({ costUsd, usage }: AskedReply): void {
    this.calls += 1;
    this.costUsd = plus(this.costUsd, costUsd);
    this.promptTokens = plus(this.promptTokens, usage?.prompt ?? null);
    this.completionTokens = plus(this.completionTokens, usage?.completion ?? null);
  }

  /** What an agent says whose calls don't go through here (a gateway's): its count is taken where it has more. */
  told({ calls, costUsd, usage }: AttemptProgress): void {
    if (calls < this.calls || (calls === this.calls && !this.#byProgress)) return;
    this.#byProgress = true;
    this.calls = calls;
    this.costUsd = costUsd;
    this.promptTokens = usage?.prompt ?? null;
    this.completionTokens = usage?.completion ?? null;
  }

  /** Whether its calls are seen only by what the agent says of them. */
  get isToldOnly(): boolean {
    return this.#byProgress;
  }
}

const plus = (sum: number | null, more: number | null): number | null =>
  sum === null || more === null ? null : sum + more;

export const noSpend: RunSpend = { calls: 0, costUsd: 0, promptTokens: 0, completionTokens: 0 };

export const sumOfSpends = (spends: readonly RunSpend[]): RunSpend =>
  spends.reduce(
    (sum, one) => ({
      calls: sum.calls + one.calls,
      costUsd: plus(sum.costUsd, one.costUsd),
      promptTokens: plus(sum.promptTokens, one.promptTokens),
      completionTokens: plus(sum.completionTokens, one.completionTokens),
    }),
    noSpend,
  );

/** The dollars of a whole run. */
export class RunBudget {
  readonly #spends = new Set<AttemptSpend>();

  /** `limitUsd` null: no limit. */
  constructor(readonly limitUsd: number | null) {}

  open(): AttemptSpend {
    const spend = new AttemptSpend();
    this.#spends.add(spend);
    return spend;
  }

  get spend(): RunSpend {
    return sumOfSpends([...this.#spends]);
  }

  /** Dollars that may still be spent; null: no limit. Where a cost is unknown nothing may, for nobody can count it. */
  get left(): number | null {
    if (this.limitUsd === null) return null;
    const { costUsd } = this.spend;
    return costUsd === null ? 0 : Math.max(0, this.limitUsd - costUsd);
  }

  /** Why no call may begin; null: one may. */
  get reached(): string | null {
    if (this.left === null || this.left > 0) return null;
    const { costUsd } = this.spend;
    if (costUsd === null)
      return `The cost of a call is unknown, so the budget of $${this.limitUsd} can't be kept: give the model's prices, or no budget.`;
    return `The budget of $${this.limitUsd} is used up ($${costUsd.toFixed(4)}).`;
  }
}
