/** One evaluation among those of a run. Repeats count from 1. */
export interface RunItemKey {
  readonly instanceId: string;
  readonly model: string;
  readonly repeat: number;
}

export interface RunningItem extends RunItemKey {
  /** What is being done: "preparing", "running the tests", a pull's progress. */
  readonly phase: string;
  /** Milliseconds since it began. */
  readonly sinceMs: number;
}

/** Where a run stands; numbers are counts of items. */
export interface RunProgress {
  /** Names the run among those of this process. */
  readonly id: string;
  readonly runId: string;
  readonly state: 'running' | 'paused' | 'stopping' | 'ended';
  readonly total: number;
  /** Ended, whatever came out; those that were there already included. */
  readonly done: number;
  /** Of `done`: there already, not run again. */
  readonly kept: number;
  /** Of `done`, by outcome. */
  readonly resolved: number;
  readonly unresolved: number;
  readonly scored: number;
  readonly noVerdict: number;
  readonly running: readonly RunningItem[];
  readonly waiting: number;
  /** Milliseconds without the pauses. */
  readonly elapsedMs: number;
  /** Expected milliseconds to the end; null where nothing is known yet. */
  readonly leftMs: number | null;
  /** Why the engine was given up; null where it holds. */
  readonly fault: string | null;
}

/** The handle by which a run is steered while it goes on. */
export interface RunControl {
  /** Nothing new is started; what runs goes on to its end. */
  pause(): void;
  resume(): void;
  /** Ends one item, running or waiting: it gets no outcome and counts as not evaluated. */
  cancelItem(key: RunItemKey): void;
  progress(): RunProgress;
}
