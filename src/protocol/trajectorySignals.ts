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

export type TrajectorySignalsApi = {
  /** At most three. Reads every step; `cancel` of `task` stops it. Null: the file was read anew. */
  trajectorySignals(
    q: TrajectoryRef & { readonly version: number; readonly task: string; readonly blind: boolean },
  ): Promise<{ readonly suggestions: readonly ShownSuggestion[]; readonly base: string } | null>;
};
