import type { EvaluatedItem } from '../app/evaluation/request';
import { outcomeClass } from '../core/evaluation/outcomeWords';
import type { Flaky } from '../protocol/evaluationRuns';

/** What the repeats of one prediction showed so far. Failures are few where tests are many, so they are what is kept. */
interface Seen {
  readonly outcomes: Set<string>;
  readonly failedOnce: Set<string>;
  failedAlways: ReadonlySet<string> | null;
}

const failuresOf = ({ report }: EvaluatedItem): ReadonlySet<string> => {
  const status = report?.tests_status;
  return new Set([
    ...(status?.FAIL_TO_PASS.failure ?? []).map((name) => `F ${name}`),
    ...(status?.PASS_TO_PASS.failure ?? []).map((name) => `P ${name}`),
  ]);
};

/**
 * Counts over the repeats of a run as they end. One without a verdict says nothing of any test, but its outcome counts;
 * one on which the machinery failed says nothing at all.
 */
export class FlakyPredictions {
  private readonly seen = new Map<string, Seen>();

  note(item: EvaluatedItem): void {
    const { outcome } = item;
    if (outcome.kind === 'none' && outcome.reason === 'infrastructure') return;
    const key = JSON.stringify([item.model, item.instanceId]);
    const seen = this.seen.get(key) ?? { outcomes: new Set(), failedOnce: new Set(), failedAlways: null };
    seen.outcomes.add(outcomeClass(outcome));
    if (outcome.kind !== 'none') this.tests(seen, failuresOf(item));
    this.seen.set(key, seen);
  }

  private tests(seen: Seen, failed: ReadonlySet<string>): void {
    for (const test of failed) seen.failedOnce.add(test);
    seen.failedAlways = new Set([...(seen.failedAlways ?? failed)].filter((test) => failed.has(test)));
  }

  /** Tests that failed in some repeats and not in all, and predictions that have such tests or whose outcomes differ. */
  count(): Flaky {
    const each = [...this.seen.values()].map(({ outcomes, failedOnce, failedAlways }) => ({
      tests: failedOnce.size - (failedAlways?.size ?? 0),
      differ: outcomes.size > 1,
    }));
    return {
      predictions: each.filter(({ tests, differ }) => tests > 0 || differ).length,
      tests: each.reduce((sum, { tests }) => sum + tests, 0),
    };
  }
}
