import type { GradedInstance } from '../gradedInstance';
import type { Outcome } from '../outcome';
import type { InstanceReport, RequiredTest } from '../report';
import type { RuleSetName } from '../ruleSetName';
import type { TestResults } from '../testResult';

/** What a log showed, read once; every rule set decides from this and the instance alone. */
export interface LogEvidence {
  /** Name of the parser that read the log; null where none is known for the instance. */
  readonly parser: string | null;
  /**
   * Results by id. All required tests that the log names are here; of the others as many as the reading keeps
   * (`resultCount` counts them all, an id as often as it came).
   */
  readonly results: TestResults;
  readonly resultCount: number;
  /** Whether any result at all failed or errored, kept or not. */
  readonly anyFailure: boolean;
  /** Whether results that an id cut inside its brackets may mean were not kept, so that none can be taken for it. */
  readonly lacksSiblings?: boolean;
  /** Line at which the harness's own parser ends with an error, so that it writes no report; null where it does not. */
  readonly brokenAt?: number | null;
  /** Which of the two markers of the test section the log lacks. */
  readonly missingMarker: 'start' | 'end' | null;
  /** True where the section between the markers gave nothing and the whole log was read. */
  readonly whole: boolean;
  /** The first of the harness's bad codes (`>>>>> Patch Apply Failed` and so on); null where there is none. */
  readonly badCode: string | null;
  /** Seconds of the harness's own time-out note at the end of the log; null where there is none. */
  readonly timeOutSeconds: number | null;
  /** Exit code that the script of a v5 row notes; null where the log has none. */
  readonly exitCode: number | null;
  /** Whether a runner's summary says that at least one test ran; looked for only where no result was read. */
  readonly runnerRan: boolean;
  /**
   * First of the harness's own signatures of a broken environment (SWE-bench 5.0); `certain` where no patch can cause
   * it. Null or left out where the log shows none. Advice alone.
   */
  readonly infraFailure?: { readonly reason: string; readonly certain: boolean } | null;
}

/** A score that is no yes or no: a reward, a coverage, a share of points. `value` is null where it is unknown. */
export interface Score {
  /** What is measured, in a word or two: `reward`, `line coverage`. */
  readonly name: string;
  readonly value: number | null;
  /** Highest possible value; null where there is none. */
  readonly max: number | null;
}

/** What one rule set makes of the evidence. */
export interface Ruling {
  /** The rule set's own answer; null where it gives none (a score, or no verdict). */
  readonly resolved: boolean | null;
  readonly outcome: Outcome;
  readonly score: Score | null;
  /** Every required test, FAIL_TO_PASS first, in the instance's order; a repeated id stays repeated. */
  readonly tests: readonly RequiredTest[];
  /** Id of the rule that decided (`v5.exit-code`), stable, and its words with this log's own figures. */
  readonly rule: string;
  readonly reason: string;
  /** The report in the SWE-bench layout, for rule sets that have one. */
  readonly report: InstanceReport | null;
}

/** Whether there was a patch at all. */
export interface PatchState {
  readonly isNone: boolean;
  readonly exists: boolean;
}

/** How one benchmark grades a test log (`formats.md` B). Pure: the same evidence gives the same ruling. */
export interface RuleSet {
  readonly name: RuleSetName;
  /** For people: `SWE-bench 5.0`. */
  readonly title: string;
  /** Whether the test section has to stand between the harness's markers. */
  readonly markers: 'required' | 'none';
  /** Whether the whole log is read where the test section gives nothing; left out: yes. */
  readonly wholeLog?: boolean;
  /** Whether every result is needed, or only those of required tests. */
  readonly keeps: 'all' | 'required';
  decide(instance: GradedInstance, evidence: LogEvidence, patch: PatchState): Ruling;
}
