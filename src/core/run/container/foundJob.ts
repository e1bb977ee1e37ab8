import type { JobRef, JobSpec } from './engine';

/** A job that the engine still has, also one of an earlier process. */
export interface FoundJob {
  readonly ref: JobRef;
  readonly labels: Readonly<Record<string, string>>;
  readonly state: 'created' | 'running' | 'ended';
  /** Whether somebody waits for it: this process, another live one (or another machine's within its time), or nobody. */
  readonly owner: 'this' | 'other' | 'gone';
  /** RFC 3339; null where it never started. */
  readonly startedAt: string | null;
}

/** Finding again what a process left that was ended or crashed. */
export interface JobFinder {
  /** Jobs of ours with all of these labels; an empty map finds every one. */
  find(labels: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<readonly FoundJob[]>;
  /**
   * Takes a found job over: it becomes this process's own, and `watch`, `wait`, `files`, `cancel` and `remove` work as
   * if it had been submitted here. Its stream has a gap, so its end has no digest. `spec`: the job as it would be
   * submitted now, for deadline and limits. Throws EnvironmentFault('engine') where it is gone, where another live
   * process has it, or where this engine can't take jobs over: `remove` it then and run it again. A job that was created
   * and never started ends as `lost`.
   */
  adopt(found: FoundJob, spec: JobSpec): Promise<JobRef>;
}
