import type { Row, RowSpan } from '../shared/files';

/** Rows that were looked through, and those of them in which every word may stand. */
export interface SoughtRows {
  /** Places in the list of spans that was given, with their rows. */
  readonly rows: readonly { readonly at: number; readonly row: Row }[];
  /** Bytes looked through since the last answer. */
  readonly bytes: number;
}

/** Reading of single rows by their place, as a port. A file that has changed meanwhile gives broken or other rows. */
export interface RowSeek {
  rowAt(path: string, span: RowSpan): Promise<Row>;
  /**
   * The rows whose bytes hold all words, case aside, in the order of the file, block by block. Some rows may be given that
   * do not hold them (a word in another field, or one that JSON can write in several ways); none is passed over.
   */
  rowsWith(
    path: string,
    spans: readonly RowSpan[],
    words: readonly string[],
    signal: AbortSignal,
  ): AsyncIterable<SoughtRows>;
}
