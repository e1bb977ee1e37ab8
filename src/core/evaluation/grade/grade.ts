import type { GradedInstance } from '../gradedInstance';
import type { Outcome } from '../outcome';
import type { EnvironmentSign, InstanceReport, RequiredTest, RuleSetName } from '../report';
import type { TestResults } from '../testResult';

export interface GradeInput {
  readonly instance: GradedInstance;
  /** The whole text of `test_output.txt`. */
  readonly log: string;
  readonly rules: RuleSetName;
  /** Whether there was a patch at all; without it, a patch is taken to exist. */
  readonly patch?: { readonly isNone: boolean; readonly exists: boolean };
}

/** A log graded by one rule set: the harness's report, our outcome, and the evidence for both. */
export interface Grade {
  readonly id: string;
  readonly rules: RuleSetName;
  /** Name of the parser that read the log; null where none is known for the instance. */
  readonly parser: string | null;
  readonly outcome: Outcome;
  readonly report: InstanceReport;
  /** Every required test once, FAIL_TO_PASS first, in the instance's order. */
  readonly tests: readonly RequiredTest[];
  readonly signs: readonly EnvironmentSign[];
  /** Everything the parser read, required or not. */
  readonly results: TestResults;
  /** The rule that decided, in words. */
  readonly reason: string;
  readonly warnings: readonly string[];
}
