import type { FindQuery, TextMatch } from '../core/run/trajectory/find/findPattern';
import type { StepHit } from '../core/run/trajectory/find/stepHits';
import type { TrajectoryRef } from './trajectory';

/** A step (its number from 1), or bytes of a file that no step holds. */
export type FoundPlace =
  | { readonly kind: 'step'; readonly idx: number }
  | { readonly kind: 'raw'; readonly file: string; readonly start: number; readonly end: number };

export interface FoundIn {
  readonly place: FoundPlace;
  /** Matches in it, at least 1. */
  readonly hits: number;
}

export interface FindProgress {
  /** What was found after the first `since` places, in the order in which it was found. */
  readonly found: readonly FoundIn[];
  /** `full`: there may be more matches than are counted. */
  readonly state: 'going' | 'done' | 'full';
  /** What there is to look through: steps, and files with bytes that no step holds (as far as known). */
  readonly steps: number;
  readonly rawParts: number;
  /** Steps that could not be looked through: the expression took too long, or they can't be read. */
  readonly slow: number;
  readonly unread: number;
  /** Why the expression is none; null where it is one. */
  readonly fault: string | null;
}

/** Matches in one step; `more`: there are more than these. */
export interface StepHits {
  readonly hits: readonly StepHit[];
  readonly more: boolean;
}

export interface RawHits {
  readonly text: string;
  readonly hits: readonly TextMatch[];
}

type At = TrajectoryRef & { readonly version: number; readonly query: FindQuery };

/** Find over all text of a trajectory. Null: the file was read anew, ask for its shape. */
export type TrajectoryFindApi = {
  /** Answers as soon as there is news, at the latest after a fifth of a second. A search that is asked no more ends. */
  trajectoryFind(q: At & { readonly since: number }): Promise<FindProgress | null>;
  trajectoryHits(q: At & { readonly idx: number }): Promise<StepHits | null>;
  trajectoryRawHits(
    q: At & { readonly file: string; readonly start: number; readonly end: number },
  ): Promise<RawHits | null>;
};
