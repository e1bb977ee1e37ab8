import type { RuleSetName } from '../core/evaluation/ruleSetName';
import type { InstanceRef } from './instanceRef';

/** One evaluation that may be graded again: the instance, and the folder of its log or results. */
export interface RegradeItem extends InstanceRef {
  readonly folder: string;
}

/** What may be graded again: a run with its further attempts (`key#2`), or its one evaluation of an instance. */
export interface RegradeScope {
  /** Key of a run or of evaluations alone. */
  readonly key: string;
  /** Null: all of the run. */
  readonly instanceId: string | null;
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

/** What can be asked for; so many evaluations there are, and so many of them were looked at for it. */
export interface RegradeOffer {
  readonly choices: readonly RegradeChoice[];
  readonly evaluations: number;
  readonly lookedAt: number;
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
    readonly studyFolder: string;
    readonly scope: RegradeScope;
    readonly setting: RuleSetName;
  }): Promise<RegradeOffer>;
  regrade(q: {
    readonly task: string;
    readonly studyFolder: string;
    readonly scope: RegradeScope;
    readonly setting: RuleSetName;
    readonly against: RuleSetName;
  }): Promise<RegradeReply>;
}
