import type { Outcome } from '../../core/evaluation/outcome';
import type { TestStatus } from '../../core/evaluation/testResult';

/** Whose tests both codes are run on: the instance's alone, or with what gold's or the model's patch brings of tests. */
export type TestSet = 'instance' | 'gold' | 'model';

export type CodeSide = 'gold' | 'model';

/** What a log says of a test. */
export interface LoggedTest {
  readonly status: TestStatus;
  /** 1-based line of `test_output.txt`. */
  readonly line: number;
  /** That line as text, cut where it is long. */
  readonly text: string;
}

/** A test that doesn't come to the same on both codes; null where a log has no result of it. */
export interface TestDifference {
  readonly name: string;
  readonly gold: LoggedTest | null;
  readonly model: LoggedTest | null;
}

/** One code on one set of tests. */
export interface CodeRun {
  readonly outcome: Outcome;
  readonly reason: string;
  /** Folder with the log. */
  readonly folder: string;
  readonly seconds: number;
  /** Tests with a result in the log, and those of them that passed; null where there was no log to read. */
  readonly tests: number | null;
  readonly passed: number | null;
}

export interface ComparedSet {
  readonly set: TestSet;
  /** Test files that this set has beyond the instance's own. */
  readonly brings: readonly string[];
  /** Why nothing was run on it; null where it was. */
  readonly whyNot: string | null;
  readonly gold: CodeRun | null;
  readonly model: CodeRun | null;
  /** Both codes are the same text, so they were run once. */
  readonly once: boolean;
  /** Null where either code has no results, so that it isn't known. In the order of gold's log. */
  readonly differing: readonly TestDifference[] | null;
}

export interface Equivalence {
  readonly instanceId: string;
  readonly sets: readonly ComparedSet[];
  /** Sentences on what was compared with what. */
  readonly notes: readonly string[];
}

export const passes = (status: TestStatus): boolean => status === 'PASSED' || status === 'XFAIL';
