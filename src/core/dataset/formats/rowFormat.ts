import type { Labels } from '../../instance/instance';
import type { RowContext, RowReading } from '../readRow';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * In which of a row's own fields lists and searches find what they show: the first that holds a text, unless the
 * format's `list` makes it otherwise (Multi-SWE-bench makes the id of three fields, the statement of its issues).
 */
export interface ListFields {
  readonly id: readonly string[];
  readonly repo: readonly string[];
  readonly statement: readonly string[];
  /** The patch of the row (SWE-smith's injects the bug); null where rows have none. */
  readonly patch: string | null;
  readonly testPatch: string | null;
  /** Labels that the data itself gives: a text or a list of texts. */
  readonly labels: Readonly<Partial<Record<keyof Labels, string>>>;
}

/** What a list shows of a row; null where the row lacks it. */
export interface ListedRow {
  readonly id: string | null;
  readonly repo: string | null;
  /** The statement as it is, or as much of it as the caller gave. */
  readonly statement: string | null;
}

/** One benchmark's rows: how they are told by their fields, and how one becomes an instance (`formats.md` A). */
export interface RowFormat {
  /** Family of the grading rules, as in `Instance.benchmark`: `swe-bench-pro`. */
  readonly benchmark: string;
  /** First part of the format's name; `-jsonl`, `-json`, `-csv` or `-parquet` follows: `swebench-pro`. */
  readonly name: string;
  readonly listFields: ListFields;
  /** `code` where statements are source text, to be shown as that; Markdown everywhere else. */
  readonly statementIs?: 'code';
  /** Whether a row is of this format, by its fields alone, never by a file's name. Formats before it were asked first. */
  matches(row: Fields): boolean;
  /** What a list shows of a row of which at least `listFields` were read. The same id as `read` gives. */
  list(row: Fields): ListedRow;
  /** Never throws for bad data. */
  read(row: unknown, context: RowContext): RowReading;
  /** Which version of the format a row has, where there are several: `classic`, `v5`, `v1`. */
  versionOf?(row: Fields): string;
}
