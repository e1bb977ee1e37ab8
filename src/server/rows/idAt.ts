import type { Position, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isIdPlace, type PlaceInRow, placeInRow } from './placeInRow';
import type { RowDocuments } from './rowDocuments';
import { factsOf, type RowFacts, type RowKindName } from './rowFacts';
import { type RowPiece, type RowSheet, rangeOf, type Span } from './text/rowSheet';

/** The row under a caret, with what stands there. */
export interface RowAt {
  readonly sheet: RowSheet;
  readonly kind: RowKindName;
  readonly at: number;
  readonly piece: RowPiece;
  readonly facts: RowFacts;
  readonly offset: number;
  /** Null in the key of a row, and in rows that can't be told. */
  readonly place: PlaceInRow | null;
}

export const rowAt = (rows: RowDocuments, document: TextDocument, position: Position): RowAt | null => {
  const found = rows.of(document);
  if (!found) return null;
  const hit = found.sheet.pieceAt(position);
  const piece = hit && found.sheet.pieces[hit.at];
  if (!piece) return null;
  const facts = factsOf(piece);
  const kind = facts.is === 'broken' || facts.is === 'blank' || facts.is === 'unknown' ? found.kind : facts.is;
  const place = hit.offset < 0 ? null : placeInRow(piece.text, hit.offset);
  return { sheet: found.sheet, kind, at: hit.at, piece, facts, offset: hit.offset, place };
};

/** The id under a caret and its range in the document: of the row, in a list of ids, or the key of a row. */
export const idAt = ({ sheet, kind, at, piece, facts, offset, place }: RowAt): { id: string; range: Range } | null => {
  const idOf = (id: string | null, span: Span) => (id === null ? null : { id, range: rangeOf(sheet, at, span) });
  if (offset < 0) return idOf(facts.id ?? piece.key, { start: -piece.lead, end: 0 });
  if (!place || place.isKey || !place.node || !isIdPlace(kind, place.path)) return null;
  const listed = kind === 'summary' && typeof place.node.value === 'string' ? place.node.value : null;
  return idOf(listed ?? facts.id, place.node.span);
};
