import type { RowReading } from '../readRow';

/** A task that is a folder, as the app read it: names of all files (at most five levels deep) and small texts. */
export interface TaskFolder {
  /** The folder's own name; most formats take it for the id. */
  readonly name: string;
  /** For people. */
  readonly where: string;
  /** Relative paths with `/`, sorted. */
  readonly paths: readonly string[];
  /** The bytes of a file of `paths` that the format asked for by `wants`; null where it is not there or too large. */
  read(path: string): Uint8Array | null;
}

/** A benchmark whose tasks are folders (`formats.md` A1 task repo, A4). */
export interface FolderFormat {
  readonly benchmark: string;
  readonly title: string;
  /** `swebench-task-repo`, `harbor`, `terminal-bench-1`. */
  readonly name: string;
  /** Whether a folder with these entries (names of its files and folders) is one task of this format. */
  matches(names: ReadonlySet<string>): boolean;
  /** Whether the bytes of a file are needed. */
  wants(path: string): boolean;
  /** Never throws for bad data. */
  read(folder: TaskFolder): RowReading;
}
