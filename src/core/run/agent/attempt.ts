import type { Instance } from '../../instance/instance';
import { EnvironmentFault } from '../../shared/problem';
import type { ReadOnlyMount } from '../container/session';
import type { ChatMessage, ChatTool } from '../model/chat';
import type { CallOptions, ModelReply } from '../model/modelProvider';
import type { Usage } from '../trajectory/step';
import type { TrajectoryStatus } from '../trajectory/trajectory';

/** What a command gave, as mini-swe-agent 2.4.6 keeps it. */
export interface CommandResult {
  /** stdout and stderr in one, whole, unless `droppedBytes`. */
  readonly output: string;
  /** Bytes of the output that were not kept because it was endless: its middle is gone. */
  readonly droppedBytes: number;
  /** -1: it was ended, or could not be run. */
  readonly returncode: number;
  /** '' where the command ended by itself. */
  readonly exceptionInfo: string;
  /** `TimeoutExpired` and the like; null where there was none. */
  readonly exceptionType: string | null;
}

/** The sandbox of one attempt, as an agent of ours sees it. */
export interface AttemptSandbox {
  /** Image as it was named; null: no container. */
  readonly image: string | null;
  /** The repository's folder as programs in the sandbox see it. */
  readonly testbed: string;
  /** Kernel name and the like, for templates: `system`, `release`, `version`, `machine`. */
  readonly platform: Readonly<Record<string, string>>;
  /**
   * One command in a shell of its own; nothing of it stays but what it did to files. Throws EnvironmentFault where the
   * sandbox is gone.
   */
  run(command: string, timeoutSeconds: number, onOutput?: (bytes: Uint8Array) => void): Promise<CommandResult>;
  /**
   * `git diff --binary` of everything from base (new files too, what is ignored and the engine's own excepted), taken
   * with an index of ours outside the agent's reach. Null: it can't be taken (no git in the image).
   */
  diff(): Promise<string | null>;
  /** Puts a file's bytes at an absolute path. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** A file's bytes, or those of all files below a folder by relative path; null: there is none. Links are not followed. */
  take(path: string, mostBytes: number): Promise<ReadonlyMap<string, Uint8Array> | null>;
  /** Ends every process of the sandbox but its keeper (`Session.killAll`); the files stay. */
  killAll?(): Promise<void>;
}

/** What asking the model once gave: with retries, the record and the price behind it. */
export interface AskedReply extends ModelReply {
  /** Dollars; null: unknown. `costSource` as in `Totals`. */
  readonly costUsd: number | null;
  readonly costSource: 'reported' | 'computed' | 'unknown';
}

/** A person stopped the whole run: its attempts have no end then, and begin anew when it goes on. */
export class RunStopped extends EnvironmentFault {
  constructor(message: string) {
    super('engine', message);
  }
}

/**
 * What `AttemptModel.ask` throws, without a call, once the run's budget is used up. An agent ends with `limit_cost` and
 * keeps what it has; one that lets it through is ended so by the engine.
 */
export class BudgetReached extends Error {
  override readonly name = 'BudgetReached';
}

/** The model of a run, bound to its entry. Throws `ModelFault` after the last try, and `BudgetReached`. */
export interface AttemptModel {
  readonly id: string;
  /** The provider's own name. */
  readonly name: string;
  ask(
    messages: readonly ChatMessage[],
    tools: readonly ChatTool[],
    options?: Partial<CallOptions> & { readonly params?: Readonly<Record<string, unknown>> },
  ): Promise<AskedReply>;
}

/** Limits of one attempt. 0: none. */
export interface AttemptLimits {
  readonly steps: number;
  readonly costUsd: number;
  readonly wallSeconds: number;
  /** Refused replies one after the other. */
  readonly formatErrors: number;
}

/** What people see of an attempt while it goes on. */
export interface AttemptProgress {
  readonly calls: number;
  readonly costUsd: number | null;
  readonly usage: Usage | null;
  /** `asking the model`, `running: sed -n 1,40p src/format.js`, `taking the patch`. */
  readonly doing: string;
}

/** What became of an attempt. The trajectory is written by then, failed ones too. */
export interface AttemptResult {
  readonly status: TrajectoryStatus;
  /** The agent's own word for its end. */
  readonly rawStatus: string;
  /** What the sandbox's repository differs by from base, taken by us; null: it could not be. */
  readonly patch: string | null;
  /** What the agent itself handed in; null: nothing. */
  readonly submission: string | null;
  readonly calls: number;
  readonly costUsd: number | null;
  readonly usage: Usage | null;
  /** One sentence where something went wrong; null where not. */
  readonly fault: string | null;
  /**
   * Further fields of its prediction's row, JSON, written after the usual ones and over them: the reply and how the answer
   * was taken out of it. With `task_id` the answer is code (`solution` or `completion`) and no patch: the row then has
   * no `model_patch`. Absent: none.
   */
  readonly row?: Readonly<Record<string, unknown>>;
}

/** A file that an attempt leaves in its run's `trajectories` folder: name below it, and its text or bytes. */
export interface AttemptFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

export interface AttemptPorts {
  readonly instance: Instance;
  readonly sandbox: AttemptSandbox;
  readonly model: AttemptModel;
  readonly limits: AttemptLimits;
  /** Unix seconds, with a fraction. */
  now(): number;
  /** Writes a file of the attempt whole and at once, over an earlier state: the trajectory after each step. */
  keep(file: AttemptFile): Promise<void>;
  /** Adds to the end of a file of the attempt as it comes: the live log of a program. Absent: `keep` is used for it. */
  append?(name: string, bytes: Uint8Array): Promise<void>;
  /** The patch after a step (1-based index of the trajectory's steps), for `ReplayStore`. */
  snapshot?(step: number, patch: string): Promise<void>;
  progress(progress: AttemptProgress): void;
  /** What a person says before the next call of the model; null: nothing. */
  interject?(): string | null;
}

/** What an agent brings into the sandbox of one attempt, and the attempt itself. */
export interface PreparedAttempt {
  /** Its layer, the gateway's socket: read-only. */
  readonly mounts: readonly ReadOnlyMount[];
  readonly env: Readonly<Record<string, string>>;
  /** What stands before a command's text in `AttemptSandbox.run`; left out: `bash -c`. */
  readonly interpreter?: readonly string[];
  attempt(ports: AttemptPorts, signal: AbortSignal): Promise<AttemptResult>;
  /** Ends what it holds on the host (the gateway). Idempotent. */
  close(): Promise<void>;
}

/** A way to solve an instance: the native loop, a single turn, a program in the container. */
export interface Agent {
  /** As runs name it: `mini`, `swe-compass`, `quick`, `patch`, `search-replace`, `code`, or a manifest's id. */
  readonly id: string;
  /** What its predictions depend on: kept in run.json (templates, limits, extractor with version). */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Where its own settings name no other. */
  readonly limits: AttemptLimits;
  /** Whether it needs a sandbox with the repository in it. */
  readonly needsSandbox: boolean;
  prepare(instance: Instance, signal: AbortSignal): Promise<PreparedAttempt>;
}
