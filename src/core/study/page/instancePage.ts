import type { OutcomeClass } from '../../evaluation/outcomeWords';
import type { PageCheck } from './checkSection';

/** How a required test stands in one run. `absent`: required, but not in the log; `unknown`: not evaluated. */
export type TestCell = 'passed' | 'failed' | 'skipped' | 'absent' | 'unknown';

export interface TestColumn {
  readonly runKey: string;
  readonly label: string;
}

export interface TestRow {
  readonly name: string;
  readonly cells: readonly TestCell[];
  /** How it was matched, in words; '' where every run matched exactly. */
  readonly how: string;
  /** The line that decided it, in the last run that has one. */
  readonly log: { readonly runKey: string; readonly line: number } | null;
}

export interface TestGroup {
  readonly name: 'FAIL_TO_PASS' | 'PASS_TO_PASS';
  readonly total: number;
  /** Tests that differ between runs or did not pass; all of FAIL_TO_PASS. */
  readonly rows: readonly TestRow[];
  /** The rest: passed in every evaluated run. */
  readonly same: readonly TestRow[];
}

export interface RunRow {
  readonly key: string;
  readonly label: string;
  /** Model name where it says more than the label. */
  readonly model: string | null;
  readonly outcome: OutcomeClass;
  readonly outcomeWords: string;
  /** Whose rules gave the outcome; '' where unknown or not evaluated. */
  readonly rules: string;
  /** The rule that decided, with its reason; '' where no log and no results were graded. */
  readonly why: string;
  /** Which file says so, and by whose rules; '' where it was not evaluated. */
  readonly source: string;
  /** What two sources say, where they say different things; '' where all agree. */
  readonly contradiction: string;
  /** What its tests left of line coverage, in words; '' where nothing. */
  readonly coverage: string;
  /** Its optimisation score with ratio, interval and rounds, in words; '' where it was not timed. */
  readonly optimisation: string;
  /** What speaks against trusting those times. */
  readonly timingWarnings: readonly string[];
  /** `1/2`; null where not evaluated. */
  readonly failToPass: string | null;
  readonly passToPass: string | null;
  readonly people: string;
  /** Tests and people say different things. */
  readonly differs: boolean;
  /** `+4 −1`, `0 bytes`, `not a patch`, `none`. */
  readonly patch: string;
  readonly hasLog: boolean;
  /** How many trajectories of it the study has; absent: none. */
  readonly trajectories?: number;
  readonly canCompare: boolean;
  /** The prediction is code: it opens as a text. */
  readonly isCode: boolean;
  readonly canJudge: boolean;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Where the value comes from, where that needs saying: `inferred`, `by naming rule`. */
  readonly note: string;
  /** There is something, and who judges may not see it. */
  readonly isHidden?: true;
  /** More on the note, on demand: the rule that inferred a label, or who corrected it and why. */
  readonly hint?: string;
}

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** Everything the page of an instance shows. Texts are plain but for `statementHtml`, made by a renderer that escapes. */
export interface InstancePage {
  readonly id: string;
  readonly title: string | null;
  /** Repository, commit, date, dataset and row, rule set. */
  readonly facts: readonly { readonly icon: string; readonly text: string }[];
  /** The one thing to do next; null where nothing calls. */
  readonly next: {
    readonly text: string;
    readonly runKey: string | null;
    readonly action: 'compare' | 'judge' | 'evaluate';
  } | null;
  /** What base and gold runs showed of the row; null where it was not checked. */
  readonly check: PageCheck | null;
  readonly statementChars: number | null;
  readonly statementHtml: string | null;
  readonly columns: readonly TestColumn[];
  readonly groups: readonly TestGroup[];
  readonly runs: readonly RunRow[];
  readonly runCounts: string;
  readonly side: readonly FactGroup[];
  /** Faults of this row as the reader met them. */
  readonly problems: readonly string[];
}
