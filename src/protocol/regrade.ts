import type { RuleSetName } from '../core/evaluation/ruleSetName';
import type { InstanceRef } from './app';

/** One evaluation that may be graded again: the instance, and the folder of its log or results. */
export interface RegradeItem extends InstanceRef {
  readonly folder: string;
}

/** A rule set that fits at least one of the evaluations. */
export interface RegradeChoice {
  readonly rules: RuleSetName;
  readonly title: string;
  /** Whether it is the one that grades most of them now. */
  readonly now: boolean;
  /** How many of the evaluations it fits. */
  readonly fits: number;
}

export interface RegradeReply {
  /** A document for people: what changes, and why. */
  readonly text: string;
  readonly changed: number;
  readonly total: number;
}

/** Grading what is on disk again by another rule set; nothing is run and nothing is written. */
export interface RegradeApi {
  /** `setting`: the rule set that the person's setting names for SWE-bench. */
  regradeChoices(q: {
    readonly items: readonly RegradeItem[];
    readonly setting: RuleSetName;
  }): Promise<readonly RegradeChoice[]>;
  regrade(q: {
    readonly task: string;
    readonly items: readonly RegradeItem[];
    readonly setting: RuleSetName;
    readonly against: RuleSetName;
  }): Promise<RegradeReply>;
}
