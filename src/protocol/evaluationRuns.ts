import type { Outcome } from '../core/evaluation/outcome';
import type { RunItemKey, RunProgress } from '../core/run/schedule/runProgress';
import type { EvaluateRequest, RunSettings } from './evaluate';
import type { Api } from './rpc';

/** How often the editor hears of a run at the most, in milliseconds. */
export const reportEveryMs = 250;

/** Evaluations that are started once and then go on by themselves. */
export interface StartRun extends Omit<EvaluateRequest, 'task' | 'again'> {
  /** What is evaluated, in words: "kestrel-1", "heron-2 on django-13590 ×5". */
  readonly title: string;
  /** Evaluations of each prediction. */
  readonly repeats: number;
  /** What was evaluated already by the same rules: anew, kept, or anew where it has no verdict. */
  readonly again: boolean | 'no-verdict';
}

/** An item that ended. */
export interface EndedItem extends RunItemKey {
  readonly outcome: Outcome;
  /** The rule or fact that decided, in words. */
  readonly reason: string;
  /** Absolute path of what was written of it. */
  readonly folder: string;
}

/** What repeats brought to light: predictions on which they disagree, and tests that failed in some of them only. */
export interface Flaky {
  readonly predictions: number;
  readonly tests: number;
}

export type RunEnd =
  /** `flaky` is null without repeats. */
  | { readonly kind: 'done'; readonly flaky: Flaky | null }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

/** A run of this window, while it goes on and after its end. */
export interface EvaluationRun {
  readonly title: string;
  readonly studyFolder: string;
  readonly datasetPath: string;
  readonly repeats: number;
  readonly progress: RunProgress;
  /** What ended without a verdict, in the order in which it did; the first 500, `progress.noVerdict` counts all. */
  readonly noVerdict: readonly EndedItem[];
  /** Null while it goes on. */
  readonly end: RunEnd | null;
}

/** A run whose journal has no end: its process was closed, killed or lost. */
export interface UnfinishedRun {
  readonly runId: string;
  readonly title: string;
  readonly datasetPath: string;
  readonly total: number;
  readonly done: number;
  /** RFC 3339, when it began. */
  readonly at: string;
}

/** Steering of evaluations that go on while the person does other things; they report by `HostApi.runChanged`. */
export interface EvaluationRunsApi extends Api {
  /** Plans the run and starts it; what can't be planned fails the call, all else is told by `runChanged`. */
  startRun(q: StartRun): Promise<EvaluationRun>;
  runs(q: Record<string, never>): Promise<readonly EvaluationRun[]>;
  pauseRun(q: { readonly id: string }): Promise<void>;
  resumeRun(q: { readonly id: string }): Promise<void>;
  /** Without an item the whole run. What was done is kept. */
  cancelRun(q: { readonly id: string; readonly item: RunItemKey | null }): Promise<void>;
  /** Runs of a study that no live process has and that didn't come to their end. */
  unfinishedRuns(q: { readonly studyFolder: string }): Promise<readonly UnfinishedRun[]>;
  /** Goes on with an unfinished run under its own id; what is done is kept, jobs that go on are waited for. */
  resumeUnfinished(q: {
    readonly studyFolder: string;
    readonly runId: string;
    readonly backend: 'docker' | 'local';
    readonly settings: RunSettings;
  }): Promise<EvaluationRun>;
}
