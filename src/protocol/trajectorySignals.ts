import type { HiddenFacts, Mark } from '../core/run/trajectory/signals/signal';
import type { TrajectoryRef } from './trajectory';

/** A failure mode that people may look at. Never a verdict. */
export interface ShownSuggestion {
  readonly mode: string;
  readonly strength: 'strong' | 'medium' | 'weak';
  readonly signals: readonly {
    readonly text: string;
    /** The first steps that show it; empty where it is of the trajectory as a whole. */
    readonly steps: readonly number[];
    /** What was measured of it, in words, beside the share that fails anyway. */
    readonly measured: string;
  }[];
}

/** What was found: at most three suggestions, and marks, which speak for no failure. */
export interface FoundSignals {
  readonly suggestions: readonly ShownSuggestion[];
  readonly marks: readonly Mark[];
  /** The share of runs that fails anyway, in words. */
  readonly base: string;
}

export type TrajectorySignalsApi = {
  /** `hidden`: what the page must not tell of. Reads every step; `cancel` of `task` stops it. Null: the file was read anew. */
  trajectorySignals(
    q: TrajectoryRef & { readonly version: number; readonly task: string; readonly hidden: HiddenFacts },
  ): Promise<FoundSignals | null>;
};
