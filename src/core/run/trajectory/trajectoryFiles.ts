import type { RawRef } from './step';
import type { RawRecord, RecordCut, TrajectorySample } from './trajectoryFormat';

/** Said once, behind the last record of a file. */
export interface RecordsEnd {
  readonly kind: 'end';
  /** Bytes of the file (unpacked where it is packed). */
  readonly bytes: number;
  /** What was begun and has no end: the file was cut, or is still being written. Null: it ends where a record does. */
  readonly cut: { readonly start: number; readonly end: number } | null;
  /** Where more stands behind the end of the one document; null where nothing does. */
  readonly trailing: number | null;
  /** Why the bytes stopped early (damaged compression); null where they did not. */
  readonly damage: string | null;
}

export interface RecordBatch {
  readonly kind: 'records';
  readonly records: readonly RawRecord[];
}

/**
 * What a trajectory is read from, as a port: a file (with the folder beside it that has its name without the ending), a
 * folder, or an archive. Nothing is ever written, no path leaves what was opened, links are not followed.
 */
export interface TrajectoryFiles {
  readonly kind: 'file' | 'folder' | 'archive';
  /** Paths below what was opened, with `/`; of a file its own name first. */
  readonly paths: readonly string[];
  /** Paths beyond the bound that were left out. */
  readonly leftOut: number;
  /** First values of a file, for detection. Throws InputFault where it can't be read. */
  sample(path: string): Promise<TrajectorySample>;
  /**
   * Records in the order of the file, a batch per piece read, then the end. Holds one record at a time. `from`: only
   * those from this byte on, at which one begins; for files of lines that are not packed.
   */
  records(path: string, cut: RecordCut, signal?: AbortSignal, from?: number): AsyncIterable<RecordBatch | RecordsEnd>;
  /** One record again, by where it stands: the same value that `records` gave. */
  record(ref: RawRef, place: string, cut: RecordCut): Promise<RawRecord>;
  /** Which file of the disk it is, however it is called; null where it is packed and can't be read on from a byte. */
  identity(path: string): Promise<string | null>;
  /** Bytes as they stand, at most `end - start`. */
  bytes(path: string, start: number, end: number): Promise<Uint8Array>;
  /**
   * Where a word of ASCII letters, digits and `_` stands in the file's bytes: places in order, a batch per piece read, with
   * the bytes looked through by then. An empty word: those alone.
   */
  occurrences(
    path: string,
    word: string,
    ignoreCase: boolean,
    signal?: AbortSignal,
  ): AsyncIterable<{ readonly at: readonly number[]; readonly end: number }>;
}

/** Opens what a path names. Throws InputFault where nothing stands there or it can't be read. */
export type OpenTrajectoryFiles = (path: string) => Promise<TrajectoryFiles>;
