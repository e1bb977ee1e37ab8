import type { GradedInstance } from '../gradedInstance';
import type { Outcome } from '../outcome';
import type { EnvironmentSign, InstanceReport, RequiredTest, RuleSetName } from '../report';
import type { PatchState, Score } from '../rules/ruleSet';
import type { TestResults } from '../testResult';

export interface GradeRequest {
  readonly instance: GradedInstance;
  readonly rules: RuleSetName;
  /** Whether there was a patch at all; without it, a patch is taken to exist. */
  readonly patch?: PatchState;
}

export interface GradeInput extends GradeRequest {
  /** The whole of `test_output.txt`: its text, its bytes, or its bytes in pieces. */
  readonly log: string | Uint8Array | readonly Uint8Array[];
}

/** A log graded by one rule set: the harness's report, our outcome, and the evidence for both. */
export interface Grade {
  readonly id: string;
  readonly rules: RuleSetName;
  /** Name of the parser that read the log; null where none is known for the instance. */
  readonly parser: string | null;
  readonly outcome: Outcome;
  /** The rule set's own answer; null where it gives none. */
  readonly resolved: boolean | null;
  /** Null where the rule set says yes or no. */
  readonly score: Score | null;
  /** Null where the rule set has no report in the SWE-bench layout. */
  readonly report: InstanceReport | null;
  /** Every required test once, FAIL_TO_PASS first, in the instance's order. */
  readonly tests: readonly RequiredTest[];
  readonly signs: readonly EnvironmentSign[];
  /** What the parser read, required or not, as far as it was kept; empty where there is no verdict. */
  readonly results: TestResults;
  /** Id of the rule that decided, stable (`v5.exit-code`), and its words with this log's own figures. */
  readonly rule: string;
  readonly reason: string;
  readonly warnings: readonly string[];
}
