import type { RunItemKey, RunProgress } from '../core/run/schedule/runProgress';
import type { Api } from './rpc';

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
  runs(q: Record<string, never>): Promise<readonly RunProgress[]>;
  pauseRun(q: { readonly id: string }): Promise<void>;
  resumeRun(q: { readonly id: string }): Promise<void>;
  /** Without an item the whole run. What was done is kept. */
  cancelRun(q: { readonly id: string; readonly item: RunItemKey | null }): Promise<void>;
  /** Runs of a study that no live process has and that didn't come to their end. */
  unfinishedRuns(q: { readonly studyFolder: string }): Promise<readonly UnfinishedRun[]>;
}
