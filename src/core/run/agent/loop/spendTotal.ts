import type { Usage } from '../../trajectory/step';

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Tokens and dollars over all calls of an attempt: null as soon as one call has none. */
export class SpendTotal {
  private tokens: Usage | null = null;
  private known = 0;
  private unknown = 0;
  calls: number;

  constructor(calls: number, costUsd: number | null) {
    this.calls = calls;
    this.known = costUsd ?? 0;
    this.unknown = costUsd === null ? 1 : 0;
  }

  add(costUsd: number | null, usage: Usage | null, first: boolean): void {
    if (costUsd === null) this.unknown += 1;
    else this.known += costUsd;
    const next = usage ?? { prompt: null, cached: null, cacheWrite: null, completion: null, reasoning: null };
    this.tokens = first || this.tokens === null ? next : added(this.tokens, next);
  }

  /** Dollars that are known of: what a limit goes by. */
  get knownUsd(): number {
    return this.known;
  }

  /** Calls whose cost is not known. */
  get unpriced(): number {
    return this.unknown;
  }

  /** To the billionth of a dollar's thousandth, so that sums don't show what binary fractions leave. */
  get costUsd(): number | null {
    return this.unknown > 0 ? null : Math.round(this.known * 1e12) / 1e12;
  }

  get usage(): Usage | null {
    return this.tokens;
  }
}

const added = (a: Usage, b: Usage): Usage => ({
  prompt: plus(a.prompt, b.prompt),
  cached: plus(a.cached, b.cached),
  cacheWrite: plus(a.cacheWrite, b.cacheWrite),
  completion: plus(a.completion, b.completion),
  reasoning: plus(a.reasoning, b.reasoning),
});
