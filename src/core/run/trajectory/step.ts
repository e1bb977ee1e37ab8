/** Where a piece of a step stands in its file: half-open byte range, and the path inside the JSON value there. */
export interface RawRef {
  /** As its source names it: a path, or an entry of an archive. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** Keys and indexes below the value of the range; empty: all of it. */
  readonly at: readonly (string | number)[];
}

export type CallKind = 'shell' | 'read' | 'edit' | 'search' | 'test' | 'submit' | 'spawn' | 'think' | 'other';

/** One tool call of a step, or one command. */
export interface Call {
  /** The provider's id; null where the format has none. */
  readonly id: string | null;
  readonly name: string;
  readonly kind: CallKind;
  /** The arguments as a JSON value; null where they could not be read. */
  readonly args: unknown;
  /** The arguments as they stood. */
  readonly rawArgs: string;
  /** Why `args` is null; null where it is not. */
  readonly parseError: string | null;
}

/** What came back. Text is whole, never cut; `shownChars` is what the model saw of it, where that was less. */
export interface Observation {
  readonly callId: string | null;
  readonly text: string;
  /** Characters that the model was shown, and that there were; null where not recorded. */
  readonly shownChars: number | null;
  readonly totalChars: number | null;
  readonly exitCode: number | null;
  readonly isError: boolean | null;
  readonly timedOut: boolean | null;
}

/** Tokens of one model call; null is "not recorded", never 0. `prompt` includes `cached`. */
export interface Usage {
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly cacheWrite: number | null;
  readonly completion: number | null;
  readonly reasoning: number | null;
}

/** Lines of a file that an edit replaced, as a unified diff has them: each with its sign, 1-based starts. */
export interface RecordedHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** An edit as the agent's own tool recorded it, so that it needs no guessing. */
export interface RecordedEdit {
  readonly callId: string | null;
  readonly path: string;
  /** All of the file before and after; null where not recorded, or where there was no file. */
  readonly before: string | null;
  readonly after: string | null;
  readonly hunks: readonly RecordedHunk[];
}

export type NoticeKind =
  | 'format-error'
  | 'requery'
  | 'compaction'
  | 'condensation'
  | 'rewind'
  | 'hook'
  | 'copied-context'
  | 'missing-reply'
  | 'not-read';

export interface Notice {
  readonly kind: NoticeKind;
  readonly text: string;
}

export type PatchSource = 'given' | 'snapshot' | 'replayed' | 'approximate' | 'unknown';

/** One turn of an agent (`trajectories.md` B). Counted from 1 within its trajectory. Null: not recorded. */
export interface Step {
  readonly idx: number;
  readonly agentId: string;
  /** Index of the step that this one branches off, where that isn't the one before. */
  readonly parentStep: number | null;
  readonly rawRefs: readonly RawRef[];
  /** Milliseconds since 1970, as recorded; naive times are read as UTC. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly modelMs: number | null;
  readonly environmentMs: number | null;
  readonly role: 'agent' | 'user' | 'system';
  readonly thought: string;
  readonly reasoning: { readonly text: string | null; readonly encrypted: boolean } | null;
  readonly calls: readonly Call[];
  readonly observations: readonly Observation[];
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  /** The diff so far as the file itself gives it; null where it does not. */
  readonly givenPatch: string | null;
  readonly filesTouched: readonly string[];
  /** Edits that the file records exactly. Absent: the format has none. */
  readonly recordedEdits?: readonly RecordedEdit[];
  readonly notices: readonly Notice[];
}
