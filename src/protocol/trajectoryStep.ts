import type { StepAnchor } from '../core/run/trajectory/stepAnchor';
import type { LongText, TrajectoryRef } from './trajectory';

export interface ShownMessage {
  readonly role: string;
  readonly text: LongText;
  /** What is known to differ from what the model saw; null where nothing is. */
  readonly note: string | null;
  /** Where it is told: a step (0: before the first), and which of its messages, from 0. */
  readonly step: number;
  readonly nth: number;
}

/** What a step's model was given; the last messages first asked for, the earlier ones by `before`. */
export interface ShownInput {
  /** `exact`: as recorded with the step; `messages`: the conversation as recorded; `told`: made again from earlier steps. */
  readonly source: 'exact' | 'messages' | 'told';
  readonly messages: readonly ShownMessage[];
  /** Earlier steps that are not among them. */
  readonly left: number;
  readonly compactedAt: number | null;
}

/** What a link to a step carries beside the path. */
export interface StepLink {
  /** SHA-256 of the trajectory's bytes. */
  readonly hash: string;
  readonly anchor: StepAnchor;
}

type At = TrajectoryRef & { readonly version: number };

/** What the worker offers for one step. Null of a call with `version`: it was read anew, ask for its shape. */
export type TrajectoryStepApi = {
  /** Of ten earlier steps; those before step `before` where that isn't null. */
  trajectoryInput(q: At & { readonly idx: number; readonly before: number | null }): Promise<ShownInput | null>;
  trajectoryInputText(
    q: At & {
      readonly idx: number;
      readonly step: number;
      readonly nth: number;
      readonly from: number;
      readonly count: number;
    },
  ): Promise<string | null>;
  /** A step in full as a text; null where there is no such step. */
  trajectoryDocument(q: TrajectoryRef & { readonly idx: number; readonly name: string }): Promise<string | null>;
  trajectoryLink(q: At & { readonly idx: number }): Promise<StepLink | null>;
  /** The step of a link in a file; `idx` 0: none has its bytes. */
  trajectoryLinked(
    q: TrajectoryRef & { readonly anchor: StepAnchor },
  ): Promise<{ readonly idx: number; readonly hash: string }>;
};
