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
  /** What it tells something of: the reference solution, or how the tests ended. Surfaces that hide those leave it out. */
  readonly needs: 'gold' | 'tests' | null;
  /** Null: never measured. */
  readonly measured: MeasuredRate | null;
}

/** A fact that people may want to look at and that speaks for no failure. */
export interface Mark {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly number[];
}

/** What people must not learn of yet. */
export interface HiddenFacts {
  readonly gold: boolean;
  readonly tests: boolean;
}

/** How many tests of one list ended as they must, and how many did not. */
export interface TestCounts {
  readonly success: number;
  readonly failure: number;
}

/** What an evaluation of the final patch said. Null: not known. */
export interface EvaluationFacts {
  readonly isApplied: boolean | null;
  readonly failToPass: TestCounts | null;
  readonly passToPass: TestCounts | null;
}

/** What a study may know of a trajectory and signals compare it with. Null: not known. */
export interface ComparedFacts {
  /** Files of the reference solution. */
  readonly goldFiles: readonly string[] | null;
  /** Lines that it adds and removes, in files that are neither tests nor made by tools. */
  readonly goldLines: number | null;
  readonly evaluation: EvaluationFacts | null;
  /** The problem statement. */
  readonly statement: string | null;
}

/** What signals may look at besides the steps. */
export interface SignalFacts extends ComparedFacts {
  readonly head: Trajectory;
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
