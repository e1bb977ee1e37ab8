import type { Outcome } from '../core/evaluation/outcome';
import type { Rubric } from '../core/review/rubric/rubric';
import type { InstanceRef } from './instanceRef';
import type { TrajectoryRef } from './trajectory';

/** What is judged: the patch of a prediction, the instance itself, or how a run went. */
export type JudgedUnit =
  | { readonly kind: 'prediction' | 'instance' }
  | { readonly kind: 'trajectory'; readonly ref: TrajectoryRef };

export interface RubricsQuery extends InstanceRef {
  readonly studyFolder: string;
  readonly unit: Rubric['unit'];
  /** Null where it isn't known, or isn't told. */
  readonly outcome: Outcome | null;
  readonly patchHash: string | null;
  readonly rater: string;
}

export interface OfferedRubric {
  /** As `VerdictRequest.rubric` names it: the id of one that ships, or a path below the study's folder. */
  readonly name: string;
  readonly id: string;
  readonly version: string;
  readonly title: string;
  /** Seconds aimed at for an item. */
  readonly expectedSeconds: number;
}

/** The rubrics for an item. */
export interface RubricChoice {
  /** The one that the study names for it; null where that is the wrong form, as `why` says. */
  readonly own: OfferedRubric | null;
  readonly why: string | null;
  /** All that apply, the study's own first. */
  readonly fitting: readonly OfferedRubric[];
  /** Codes of the item's task types, as far as known. */
  readonly taskTypes: readonly string[];
}

export type RubricsApi = {
  /** Rejects with an InputFault where the study's own rubric can't be read. */
  rubricsFor(q: RubricsQuery): Promise<RubricChoice>;
};
