/** How a command's observation came out when it was run again. */
export type Repeated =
  /** Exit code and text as recorded, but for what `looseText` names (times, addresses); of an edit: it fitted. */
  | { readonly kind: 'same' }
  /** `at`: the first line, from 1, in which the new text is other than the recorded one; null: only the exit code is. */
  | { readonly kind: 'parted'; readonly at: number | null; readonly recorded: string; readonly seen: string }
  /** Nothing to compare with, or no command that could be run. */
  | { readonly kind: 'not-run'; readonly why: string };

/** One step of a trajectory that was run again in a fresh sandbox. */
export interface ReplayedStep {
  /** Of the trajectory, from 1. */
  readonly idx: number;
  /** Of its commands the first that parted; `same` where none did. */
  readonly repeated: Repeated;
  readonly exitCode: number | null;
  /** The diff from the base commit after the step, new files in it; null where it could not be taken. */
  readonly patch: string | null;
  /**
   * Whether the files after it are those of the recorded run, as far as its observations tell: false from the first step
   * on that parted, or whose commands could not be run and may have changed files.
   */
  readonly isExact: boolean;
  /** Wall-clock milliseconds of its commands. */
  readonly wallMs: number;
}

/** What a replay of a trajectory saw. Bound to the trajectory by the hash of its file. */
export interface ReplayRecord {
  /** Lower-case hex SHA-256 of the trajectory's bytes (of all its files, in order). */
  readonly trajectoryHash: string;
  /** As the engine names it. */
  readonly image: string | null;
  readonly baseCommit: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly steps: readonly ReplayedStep[];
  /** Whether it came to the recorded final patch: `not-run` where one of them is not known. */
  readonly finalPatch: Repeated;
}

/** Where replays are kept: a file each in the cache folder. A damaged one is no replay. */
export interface ReplayStore {
  /** Whether there is one at all: to be asked before a large file is hashed. */
  hasAny(): Promise<boolean>;
  read(trajectoryHash: string): Promise<ReplayRecord | null>;
  write(record: ReplayRecord): Promise<void>;
}
