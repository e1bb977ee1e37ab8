import type { AskedReply, AttemptProgress } from '../../core/run/agent/attempt';
import type { RunSpend } from './runRequest';

/** What one attempt has spent so far. Null: a call's cost or tokens are unknown. */
export class AttemptSpend {
  calls = 0;
  costUsd: number | null = 0;
  promptTokens: number | null = 0;
  completionTokens: number | null = 0;
  #counts: 'nothing' | 'calls' | 'progress' = 'nothing';

  /**
   * A call begins that goes through the model as the agent was given it: from now on these are counted, and no others.
   * One that gets no reply is a call too, as it is in the trajectory.
   */
  asks(): void {
    if (this.#counts === 'progress') this.#set(0, 0, 0, 0);
    this.#counts = 'calls';
    this.calls += 1;
  }

  /** Such a call has its reply. */
  add({ costUsd, usage }: AskedReply): void {
    this.#set(
      this.calls,
      plus(this.costUsd, costUsd),
      plus(this.promptTokens, usage?.prompt ?? null),
      plus(this.completionTokens, usage?.completion ?? null),
    );
  }

  /** What an agent says whose calls don't go through here (a gateway's). */
  told({ calls, costUsd, usage }: AttemptProgress): void {
    if (this.#counts === 'calls' || calls === 0) return;
    this.#counts = 'progress';
    this.#set(calls, costUsd, usage?.prompt ?? null, usage?.completion ?? null);
  }

  /** Whether its calls are seen only by what the agent says of them. */
  get isToldOnly(): boolean {
    return this.#counts === 'progress';
  }

  #set(calls: number, costUsd: number | null, prompt: number | null, completion: number | null): void {
    this.calls = calls;
    this.costUsd = costUsd;
    this.promptTokens = prompt;
    this.completionTokens = completion;
  }
}

const plus = (sum: number | null, more: number | null): number | null =>
  sum === null || more === null ? null : sum + more;

const noSpend: RunSpend = { calls: 0, costUsd: 0, promptTokens: 0, completionTokens: 0 };

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

  /**
   * `limitUsd` null: no limit. `beforeUsd`: what an earlier process spent of it, for a run that goes on; null: unknown.
   */
  constructor(
    readonly limitUsd: number | null,
    private readonly beforeUsd: number | null = 0,
  ) {}

  open(): AttemptSpend {
    const spend = new AttemptSpend();
    this.#spends.add(spend);
    return spend;
  }

  /** Of this process alone. */
  get spend(): RunSpend {
    return sumOfSpends([...this.#spends]);
  }

  /** Of the limit. */
  get #usedUsd(): number | null {
    return plus(this.beforeUsd, this.spend.costUsd);
  }

  /** Dollars that may still be spent; null: no limit. Where a cost is unknown nothing may, for nobody can count it. */
  get left(): number | null {
    if (this.limitUsd === null) return null;
    const used = this.#usedUsd;
    return used === null ? 0 : Math.max(0, this.limitUsd - used);
  }

  /** Why no call may begin; null: one may. */
  get reached(): string | null {
    if (this.left === null || this.left > 0) return null;
    const used = this.#usedUsd;
    if (used === null)
      return `The cost of a call is unknown, so the budget of $${this.limitUsd} can't be kept: give the model's prices, or no budget.`;
    // What attempts before this one left of it may be nothing.
    if (this.limitUsd === 0) return 'The budget is used up.';
    return `The budget of $${this.limitUsd} is used up ($${used.toFixed(4)}).`;
  }
}
