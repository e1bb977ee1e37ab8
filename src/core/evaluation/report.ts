import type { TestStatus } from './testResult';

export type { RuleSetName } from './ruleSetName';

/** The four lists of the SWE-bench report; success and failure in the order of the instance's own lists. */
export interface TestsStatusGroup {
  readonly success: readonly string[];
  readonly failure: readonly string[];
}

export interface TestsStatus {
  readonly FAIL_TO_PASS: TestsStatusGroup;
  readonly PASS_TO_PASS: TestsStatusGroup;
  readonly FAIL_TO_FAIL: TestsStatusGroup;
  readonly PASS_TO_FAIL: TestsStatusGroup;
}

/** One entry of `report.json` in the SWE-bench layout (`{ <instance id>: InstanceReport }`). */
export interface InstanceReport {
  readonly patch_is_None: boolean;
  readonly patch_exists: boolean;
  readonly patch_successfully_applied: boolean;
  readonly resolved: boolean;
  /** swebench-v5 alone: the log shows a broken environment. Advice; `resolved` does not depend on it. */
  readonly infra_failure?: boolean;
  readonly infra_failure_reason?: string;
  readonly tests_status?: TestsStatus;
}

/** How one required test was found in the log. `prefix`: a truncated id matched by its beginning (swebench-v5). */
export interface RequiredTest {
  readonly name: string;
  readonly required: 'FAIL_TO_PASS' | 'PASS_TO_PASS';
  /** What the rule set made of it; null where the rule leaves it out of both lists. */
  readonly success: boolean | null;
  readonly status: TestStatus | null;
  readonly matched: 'exact' | 'prefix' | 'absent' | 'skipped';
  /** 1-based line in the log; null where absent. */
  readonly line: number | null;
  /** Half-open byte range of that line in the log, without its line end; null where absent. */
  readonly start: number | null;
  readonly end: number | null;
  /** What an absent test may have been in the log; shown to people, and never a part of the score. */
  readonly near?: NearResult;
}

/** A result that the log holds in another writing: another blank, quote or bracket, or behind colour codes. */
export interface NearResult {
  readonly name: string;
  readonly why: 'blanks, quotes or brackets' | 'colour codes';
  readonly status: TestStatus;
  readonly line: number;
}

/** A hint that the environment, not the patch, decided. Never changes the score; sends the item to a person. */
export interface EnvironmentSign {
  readonly kind:
    | 'dns'
    | 'http-5xx'
    | 'out-of-memory'
    | 'browser'
    | 'nothing-collected'
    | 'missing-module'
    | 'time-out'
    | 'disk';
  readonly line: number;
  readonly text: string;
}
