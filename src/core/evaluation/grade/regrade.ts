import { diffGrades, type GradeDifferences } from './differences';
import type { Grade } from './grade';

/** One evaluation under two rule sets. `key` tells evaluations of one instance apart: the path of the log, as a rule. */
export interface GradedTwice {
  readonly key: string;
  readonly before: Grade;
  readonly after: Grade;
}

/** A field of the harness's report that differs, such as `patch_successfully_applied`. */
export interface FlagChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What another rule set changes in one evaluation, and why. */
export interface Regraded extends GradeDifferences {
  readonly key: string;
  readonly id: string;
  readonly flags: readonly FlagChange[];
  /** The rule that decided under each: `v4.tests`, `v5.nothing-parsed`. */
  readonly rules: { readonly before: string; readonly after: string };
}

export interface Regrading {
  /** Evaluations in which the outcome, a test or the report changes, in the order given. */
  readonly changes: readonly Regraded[];
  /** How many stay as they are. */
  readonly same: number;
}

/** Advice that stands in the reports of one rule set alone is no change. */
const compared = ['patch_successfully_applied', 'resolved'] as const;

const flagChanges = ({ before, after }: GradedTwice): FlagChange[] =>
  compared.flatMap((field) => {
    const [was, is] = [before.report?.[field] ?? null, after.report?.[field] ?? null];
    return was === is || before.report === null || after.report === null ? [] : [{ field, before: was, after: is }];
  });

/**
 * What changes where the same evidence is graded by another rule set, and why: outcomes, required tests and the
 * report's flags. Pure; the grades come from the same logs.
 */
export const regrade = (pairs: readonly GradedTwice[]): Regrading => {
  const changes: Regraded[] = [];
  for (const pair of pairs) {
    const differences = diffGrades(pair.before, pair.after);
    const flags = flagChanges(pair);
    if (differences.outcome === null && differences.tests.length === 0 && flags.length === 0) continue;
    const rules = { before: pair.before.rule, after: pair.after.rule };
    changes.push({ key: pair.key, id: pair.after.id, ...differences, flags, rules });
  }
  return { changes, same: pairs.length - changes.length };
};
