import type { RowContext, RowReading } from '../readRow';

export type Fields = Readonly<Record<string, unknown>>;

/** One benchmark's rows: how they are told by their fields, and how one becomes an instance (`formats.md` A). */
export interface RowFormat {
  /** Family of the grading rules, as in `Instance.benchmark`: `swe-bench-pro`. */
  readonly benchmark: string;
  /** For people: `SWE-bench Pro`. */
  readonly title: string;
  /** First part of the format's name; `-jsonl`, `-json`, `-csv` or `-parquet` follows: `swebench-pro`. */
  readonly name: string;
  /** Whether a row is of this format, by its fields alone, never by a file's name. */
  matches(row: Fields): boolean;
  /** Never throws for bad data. */
  read(row: unknown, context: RowContext): RowReading;
  /** Which version of the format a row has, where there are several: `classic`, `v5`, `v1`. */
  versionOf?(row: Fields): string;
}
