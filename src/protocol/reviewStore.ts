import type { Conflict, Erasable } from '../core/review/upkeep';

/** Whose events, in which study. */
export interface OwnEvents {
  readonly studyFolder: string;
  readonly studyId: string;
  readonly rater: string;
}

/** What is done to a rater's stored verdicts beside judging: words erased, conflicts resolved. */
export type ReviewStoreApi = {
  /** This rater's events that still have free text, the latest first. */
  erasableEvents(q: OwnEvents): Promise<readonly Erasable[]>;
  /** The question before the words of an event are erased. */
  erasureQuestion(q: { readonly studyFolder: string; readonly event: string }): Promise<string>;
  /** Rejects with an EnvironmentFault where the words can't be taken away. */
  eraseTexts(q: OwnEvents & { readonly event: string }): Promise<null>;
  /** This rater's verdicts that stand beside each other on one item. */
  conflicts(q: OwnEvents): Promise<readonly Conflict[]>;
  /** Says which of them counts. */
  resolveConflict(q: OwnEvents & { readonly keep: string }): Promise<null>;
};
