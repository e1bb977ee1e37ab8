import type { Instance } from '../../core/instance/instance';
import type { Agent, AttemptProgress, AttemptResult } from '../../core/run/agent/attempt';
import type { Engine, ImageHooks, JobLimits } from '../../core/run/container/engine';
import type { Sessions } from '../../core/run/container/session';
import type { Models } from '../../core/run/model/askModel';
import type { KeySource, ModelEntry } from '../../core/run/model/modelEntry';
import type { ForkParent } from '../../core/run/record/runRecord';
import type { RunStore } from '../../core/run/record/runStore';
import type { Clock } from '../../core/shared/clock';
import type { Sha256 } from '../../core/shared/hash';
import type { WorkspaceFiles } from '../../core/workspace/workspaceFiles';
import type { EvaluationTarget } from '../evaluation/request';

export interface RunPorts {
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly workspaceFiles: Pick<WorkspaceFiles, 'withBase'>;
  readonly models: Models;
  readonly keys: KeySource;
  /** Folder of one run: run.json, predictions.jsonl, events.jsonl, trajectories, its lock. */
  readonly runs: RunStore;
  readonly sha256: Sha256;
  readonly clock: Clock;
}

export interface RunRequest {
  /** Absolute; `runs/<id>` of a study, or what `--out` says. */
  readonly folder: string;
  readonly runId: string;
  readonly datasetPath: string;
  readonly instances: readonly Instance[];
  /** Counts from 1; each attempt is a run of its own. */
  readonly attempt: number;
  readonly agent: Agent;
  readonly model: ModelEntry;
  readonly backend: 'docker' | 'local';
  /** Dollars for the whole run; null: no limit. */
  readonly budgetUsd: number | null;
  /** At the same time; null: by cores and memory. */
  readonly workers: number | null;
  readonly limits: JobLimits;
  /** What was done already is kept unless `again`: all of it, or what failed (no submission, a fault). */
  readonly again: boolean | 'failed';
  /** Goes on with what an earlier process began: what ended since then is kept, in spite of `again`. Left out: no. */
  readonly resume?: boolean;
  /** How long an engine that went away is waited for, in milliseconds; left out: a minute. */
  readonly patienceMs?: number;
  /** Null: from the beginning. */
  readonly fork: RunFork | null;
  targetOf(instance: Instance): EvaluationTarget;
}

/** Where a run begins that goes on from another's step. */
export interface RunFork {
  readonly parent: ForkParent;
  /** Brings the sandbox's repository into the state after that step; throws where it can't be known, saying why. */
  prepare(sandbox: ForkSandbox, signal: AbortSignal): Promise<void>;
}

export interface ForkSandbox {
  /** Applies a patch against base to the untouched testbed, new and binary files too. Throws InputFault with git's words. */
  applyPatch(patch: string): Promise<void>;
  run(command: string, timeoutSeconds: number): Promise<{ readonly output: string; readonly returncode: number }>;
}

export interface RunItemState {
  readonly instanceId: string;
  readonly state: 'waiting' | 'running' | 'ended' | 'kept';
  /** Null until it runs. */
  readonly progress: AttemptProgress | null;
  readonly result: AttemptResult | null;
  /** Absolute, once there is a trajectory. */
  readonly trajectory: string | null;
}

/** The handle by which a run is steered while it goes on. The signal given to `runModel` stops all of it. */
export interface ModelRunControl {
  /** Ends one attempt (`aborted`, kept as it is), or takes one out that waits. */
  stop(instanceId: string): void;
  /** Said to the model of that attempt before its next call. */
  say(instanceId: string, text: string): void;
}

/** Sums of a run; null as soon as one part of it is unknown. */
export interface RunSpend {
  readonly calls: number;
  readonly costUsd: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

export interface RunEnd {
  /** All of the request's instances, in its order. */
  readonly items: readonly RunItemState[];
  /** Of this call: what was kept from before is not in it. */
  readonly spend: RunSpend;
  /** Null: every attempt came to its end. */
  readonly stopped: { readonly why: 'person' | 'budget' | 'fault'; readonly text: string } | null;
}

export interface RunHooks extends Omit<ImageHooks, 'onProgress'> {
  /** What is being done for one instance, or for all (null). */
  told(instanceId: string | null, text: string): void;
  /** An instance's state changed; ten times a second at the most for one. */
  changed(item: RunItemState): void;
  /** Once, before anything starts. */
  started?(control: ModelRunControl): void;
}
