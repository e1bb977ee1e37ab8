import type { Condition } from './condition';

/** Panes of the review desk by their names in rubric files. */
export const paneNames = [
  'statement',
  'repository',
  'model',
  'gold',
  'test_patch',
  'comparison',
  'tests',
  'log',
  'trajectory',
  'answer',
  'timing',
  'coverage',
] as const;
export type PaneName = (typeof paneNames)[number];

export const evidenceKinds = ['diff', 'file', 'step', 'test', 'log', 'text'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export type CriterionKind = 'boolean' | 'scale' | 'choice' | 'multi' | 'checklist' | 'text';

/** Booleans carry true and false, scales integers, all others snake_case names. */
export type OptionValue = boolean | number | string;

export interface Option {
  readonly value: OptionValue;
  readonly label: string;
  /** What must be seen for this value. */
  readonly anchor: string;
  /** Key of its own; digits and y, n come by themselves. */
  readonly key: string | null;
  /** How an overall answer counts; null on every other option. */
  readonly counts: 'pass' | 'fail' | 'exclude' | null;
}

export interface EvidenceRule {
  readonly min: number;
  readonly max: number | null;
  /** Values that the rule is limited to; null is any value. */
  readonly when: readonly OptionValue[] | null;
  readonly kinds: readonly EvidenceKind[];
  /** What is said where evidence is missing. */
  readonly say: string | null;
}

export interface SeverityRule {
  readonly when: readonly OptionValue[];
  readonly levels: readonly string[];
}

export interface Point {
  readonly id: string;
  readonly text: string;
}

/** Where the points of a checklist come from. */
export type PointSource = { readonly kind: 'instance' } | { readonly kind: 'list'; readonly points: readonly Point[] };

/** The automatic figure or judge answer that a criterion calibrates. */
export interface Pairing {
  readonly field: string;
  readonly compare: 'same' | 'binary' | 'rank';
  readonly positive: { readonly criterion: readonly unknown[]; readonly field: readonly unknown[] } | null;
  readonly note: string | null;
}

/** One thing asked. `overall` is one as well, under the id `overall`. */
export interface Criterion {
  readonly id: string;
  readonly question: string;
  readonly help: string | null;
  readonly kind: CriterionKind;
  readonly options: readonly Option[];
  readonly ordered: boolean;
  readonly exclusive: readonly OptionValue[];
  readonly points: PointSource | null;
  readonly required: boolean;
  readonly na: boolean;
  readonly cannotJudge: boolean;
  /** Stage in which it is asked; null in a rubric without stages. */
  readonly stage: string | null;
  readonly showIf: Condition | null;
  readonly evidence: EvidenceRule;
  readonly severity: SeverityRule | null;
  readonly confidence: boolean;
  /** Time aimed at, in seconds. */
  readonly seconds: number;
  readonly focusKey: string | null;
  readonly pairsWith: readonly Pairing[];
}

export interface Stage {
  readonly id: string;
  readonly panes: readonly PaneName[];
  readonly locks: boolean;
}

export interface ConsistencyRule {
  readonly id: string;
  readonly when: Condition;
  readonly say: string;
  readonly level: 'ask' | 'block';
}

/** Task defect and failure mode: asked beside the criteria, stored apart from `overall`. */
export interface SideQuestion {
  readonly ask: 'never' | 'optional' | 'required';
  readonly showIf: Condition | null;
  readonly options: readonly Option[];
}

export interface TrainingExample {
  readonly id: string;
  readonly given: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly overall: OptionValue;
  readonly taskDefect: readonly string[];
  readonly failureMode: string | null;
  readonly why: string;
}

export type ConsensusRule = 'max' | 'majority' | 'median' | 'unanimous' | 'adjudicated';

export interface Consensus {
  readonly overall: ConsensusRule;
  readonly criteria: Readonly<Record<string, ConsensusRule>>;
  readonly order: readonly OptionValue[];
  readonly adjudicateWhen: readonly Readonly<Record<string, unknown>>[];
}

/** One rubric at one version, normalised: every default of `touchstone-rubric/1` is filled in. */
export interface Rubric {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly purpose: string;
  readonly unit: 'prediction' | 'instance' | 'trajectory';
  readonly appliesTo: {
    readonly taskTypes: readonly string[] | null;
    readonly outcomes: readonly string[] | null;
    readonly queues: readonly string[] | null;
  };
  readonly expectedSeconds: number;
  readonly panes: readonly PaneName[];
  readonly needs: readonly PaneName[];
  readonly stages: readonly Stage[];
  readonly instructions: string;
  readonly criteria: readonly Criterion[];
  readonly overall: Criterion;
  readonly consistency: readonly ConsistencyRule[];
  readonly confidence: { readonly required: boolean; readonly anchors: readonly string[] };
  readonly taskDefect: SideQuestion;
  readonly failureMode: SideQuestion;
  readonly note: { readonly maxLength: number; readonly requiredIf: Condition | null };
  readonly consensus: Consensus;
  readonly training: readonly TrainingExample[];
}
