import type { Step } from '../step';
import type { Trajectory } from '../trajectory';

/** The failure modes of SWE-Compass by the values of the rubric `failure-analysis`. */
export type FailureMode = 'RMI' | 'ISE' | 'TIE' | 'IAT' | 'TKG' | 'INF' | 'OTH';

export type Strength = 'strong' | 'medium' | 'weak';

/** How often a signal fired on measured runs, and which shares of the runs failed with and without it (0 to 1). */
export interface MeasuredRate {
  readonly fires: number;
  readonly failedIfFired: number;
  readonly failedIfNot: number;
}

/** A fact about a trajectory that can hint at a failure mode. It decides nothing. */
export interface Signal {
  readonly name: string;
  readonly mode: FailureMode;
  readonly strength: Strength;
  /** One sentence for people, with its figures. */
  readonly text: string;
  /** Steps to look at, the first of them where there are many; empty where it is of the trajectory as a whole. */
  readonly steps: readonly number[];
  /** It tells something of the reference solution, so blind surfaces must not show it. */
  readonly needsGold: boolean;
  /** Null: never measured. */
  readonly measured: MeasuredRate | null;
}

/** What signals may look at besides the steps. */
export interface SignalFacts {
  readonly head: Trajectory;
  /** Files of the reference solution; null where not known. */
  readonly goldFiles: readonly string[] | null;
}

/** Watches the steps of a trajectory in order, holding little of each. */
export interface SignalWatch {
  take(step: Step): void;
  signals(facts: SignalFacts): readonly Signal[];
}

/** Evidence of one kind: how often it was met, and the first steps. */
export class Evidence {
  count = 0;
  readonly steps: number[] = [];

  add(step: number): void {
    this.count++;
    if (this.steps.length < 20 && this.steps.at(-1) !== step) this.steps.push(step);
  }
}
