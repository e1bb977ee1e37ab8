import type { Position, Range } from 'vscode-languageserver/node';
import type { RowFacts } from '../rowFacts';

/** Half-open, in UTF-16 units from the start of a row's text. Negative for the key that stands before a row. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text of one row, and what was found in it. The facts go by the text (and key) alone, wherever it stands. */
export interface RowPiece {
  readonly text: string;
  /** Key of the row in an object by id; null elsewhere. */
  readonly key: string | null;
  /** Units from the key's opening quote to the row's start; 0 without a key. */
  readonly lead: number;
  facts: RowFacts | null;
}

/** A document as rows: the lines of JSON lines, the entries of a JSON document, or one row that is the document. */
export interface RowSheet {
  readonly shape: 'lines' | 'array' | 'object' | 'single';
  readonly pieces: readonly RowPiece[];
  /** Units of the document's end that were not read, since it is too long. */
  readonly unread: number;
  position(at: number, offset: number): Position;
  /** The row at a position; an offset below 0 is in its key. */
  pieceAt(position: Position): { readonly at: number; readonly offset: number } | null;
  /** What to delete, so that the row (never the only one) is gone and the document is whole. */
  removal(at: number): Range;
}

/** A span of a row in the document. */
export const rangeOf = (sheet: RowSheet, at: number, { start, end }: Span): Range => ({
  start: sheet.position(at, start),
  end: sheet.position(at, end),
});
