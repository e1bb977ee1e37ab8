import type { RawRef, Usage } from './step';

export type TrajectoryStatus =
  | 'submitted'
  | 'submitted_empty'
  | 'limit_turns'
  | 'limit_cost'
  | 'limit_time'
  | 'limit_context'
  | 'format'
  | 'env_error'
  | 'api_error'
  | 'aborted'
  | 'stuck'
  | 'unknown';

export interface FinalPatch {
  readonly text: string;
  readonly source: 'submission' | 'evalRecord' | 'gitDiff' | 'lastState';
}

/** Sums of a trajectory. Null: not recorded. */
export interface Totals extends Usage {
  readonly visibleSteps: number;
  /** Calls of the model as the run counted them, also those whose reply was not kept. */
  readonly apiCalls: number | null;
  readonly costUsd: number | null;
  readonly costSource: 'reported' | 'computed' | 'unknown';
  /** Whether calls are known to be missing from the sum of tokens or cost. */
  readonly incomplete: boolean;
  /**
   * All tokens as the file's own lines count them one by one, repeated lines and estimates included, beside the running
   * total by which `prompt` and `completion` go. Absent: the format has no such two counts.
   */
  readonly tokensByLine?: number;
}

export interface AgentLane {
  readonly agentId: string;
  /** Id of the call that spawned it; null for the main agent and where not recorded. */
  readonly parentCallId: string | null;
  readonly depth: number;
  readonly kind: 'main' | 'subagent' | 'reviewer' | 'summariser' | 'attempt';
  readonly name: string | null;
}

/** What a scorer of the log said; its scale is the scorer's own. */
export interface Score {
  readonly name: string;
  /** Null: of a kind that is no text, number or yes and no. */
  readonly value: string | number | boolean | null;
  readonly answer: string | null;
  readonly explanation: string | null;
}

/** How the agent ran a command, as the run's settings say. Null: not recorded. */
export interface RecordedShell {
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  /** Of one command. */
  readonly timeoutMs: number | null;
  /** What stands before the command's text: `bash -lc`. */
  readonly interpreter: readonly string[] | null;
}

/** Everything of a trajectory but its steps (`trajectories.md` B). */
export interface Trajectory {
  readonly id: string | null;
  readonly runId: string | null;
  readonly instanceId: string | null;
  readonly agent: string | null;
  readonly model: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly status: TrajectoryStatus;
  /** The format's own word; null where it has none. */
  readonly rawStatus: string | null;
  readonly finalPatch: FinalPatch | null;
  readonly totals: Totals;
  readonly agents: readonly AgentLane[];
  /** What the file itself says of an evaluation; null where nothing. */
  readonly resolved: boolean | null;
  /** Absent: the format has none. */
  readonly scores?: readonly Score[];
  /** Absent: the format has none. */
  readonly shell?: RecordedShell | null;
  /** Messages before the main agent's first step that stand in no step, by their records. Absent: the format has none. */
  readonly prompt?: readonly { readonly ref: RawRef; readonly place: string }[];
  /** The record that holds the settings of the agent's loop. Absent: the format has none. */
  readonly settings?: { readonly ref: RawRef; readonly place: string };
  readonly format: string;
  readonly version: string | null;
  readonly warnings: readonly string[];
}
