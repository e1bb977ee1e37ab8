import type { Outcome } from '../outcome';
import type { RequiredTest } from '../report';
import type { Grade } from './grade';

/** One required test that two rule sets (or two logs) see differently; null means in neither list. */
export interface TestDifference {
  readonly name: string;
  readonly required: RequiredTest['required'];
  readonly before: boolean | null;
  readonly after: boolean | null;
  /** What each found, for example `absent, then PASSED by its beginning (line 12)`. */
  readonly reason: string;
}

export interface GradeDifferences {
  readonly outcome: { readonly before: Outcome; readonly after: Outcome; readonly reason: string } | null;
  readonly tests: readonly TestDifference[];
}

const foundAs = (test: RequiredTest): string => {
  if (test.status === null) return 'absent';
  return `${test.status}${test.matched === 'prefix' ? ' by its beginning' : ''} (line ${test.line})`;
};

const inside = (outcome: Outcome): unknown => {
  if (outcome.kind === 'resolved') return null;
  return outcome.kind === 'scored' ? outcome.value : outcome.reason;
};

const sameOutcome = (a: Outcome, b: Outcome): boolean => a.kind === b.kind && inside(a) === inside(b);

/** What changes from one grade of an instance to another, and why: for grading again under another rule set. */
export const diffGrades = (before: Grade, after: Grade): GradeDifferences => {
  const keyOf = (test: RequiredTest): string => `${test.required} ${test.name}`;
  const earlier = new Map(before.tests.map((test) => [keyOf(test), test]));
  const tests = after.tests.flatMap((test): TestDifference[] => {
    const old = earlier.get(keyOf(test));
    if (!old || old.success === test.success) return [];
    const reason =
      foundAs(old) === foundAs(test) ? `${foundAs(test)} under both` : `${foundAs(old)}, then ${foundAs(test)}`;
    return [{ name: test.name, required: test.required, before: old.success, after: test.success, reason }];
  });
  const outcome = sameOutcome(before.outcome, after.outcome)
    ? null
    : {
        before: before.outcome,
        after: after.outcome,
        reason: `${before.rules}: ${before.reason}; ${after.rules}: ${after.reason}`,
      };
  return { outcome, tests };
};
