import type { Repeats } from '../core/evaluation/grade/repeats';
import type { Outcome } from '../core/evaluation/outcome';
import type { EnvironmentSign, InstanceReport, RequiredTest, RuleSetName } from '../core/evaluation/report';
import type { Score } from '../core/evaluation/rules/ruleSet';

/** An evaluation as graded from its log. */
export interface GradedEvaluation {
  readonly rules: RuleSetName;
  readonly parser: string | null;
  readonly outcome: Outcome;
  /** The rule set's own answer; null where it gives none. */
  readonly resolved: boolean | null;
  readonly score: Score | null;
  readonly report: InstanceReport | null;
  readonly tests: readonly RequiredTest[];
  readonly signs: readonly EnvironmentSign[];
  /** Results of tests that the instance does not require, in log order; line 1-based, byte range half-open. */
  readonly others: readonly OtherResult[];
  /** Id of the rule that decided, and its words. */
  readonly rule: string;
  readonly reason: string;
  readonly warnings: readonly string[];
  /** What the repeats of the evaluation say of its tests; null where there are fewer than two. */
  readonly repeats?: Repeats | null;
}

export interface OtherResult {
  readonly name: string;
  readonly status: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}
