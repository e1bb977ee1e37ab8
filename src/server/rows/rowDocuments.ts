import { setImmediate as pause } from 'node:timers/promises';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { factsOf, type RowKindName } from './rowFacts';
import { DocumentSheet } from './text/documentSheet';
import { membersOf } from './text/jsonSpans';
import { LinedText } from './text/linedText';
import type { RowPiece, RowSheet } from './text/rowSheet';

/** Work between two looks at what came in meanwhile, in milliseconds. */
const sliceMs = 4;

/** Rows that are looked at to tell whether a document is ours. */
const looked = 20;

/** Blank lines before the first row beyond which a document is not ours: it is asked at every question. */
const mostBlank = 10_000;

/** Members of a JSON document beyond which it is taken for rows by id, not for one row. */
const mostFields = 200;

/** What the rows of a document are, by the first that can be told; null where the document is not ours. */
export const kindOfSheet = ({ pieces }: Pick<RowSheet, 'pieces'>): RowKindName | null => {
  let [seen, blanks] = [0, 0];
  for (const piece of pieces) {
    const { is } = factsOf(piece);
    if (is === 'blank' && ++blanks < mostBlank) continue;
    if (is === 'blank') return null;
    if (is !== 'broken') return is === 'unknown' ? null : is;
    seen += 1;
    if (seen === looked) return null;
  }
  return null;
};

const isRow = (piece: RowPiece): boolean => {
  let count = 0;
  for (const _ of membersOf(piece.text)) if (++count > mostFields) return false;
  const { is } = factsOf(piece);
  return is !== 'unknown' && is !== 'broken' && is !== 'blank';
};

/** Documents as rows; of JSON documents the rows are cut anew after an edit, and keep what was found of them. */
export class RowDocuments {
  private readonly sheets = new Map<string, { readonly version: number; readonly sheet: RowSheet }>();

  /** The rows of the document; null where it is not ours. At most some rows are read for it. */
  of(document: TextDocument): { readonly sheet: RowSheet; readonly kind: RowKindName } | null {
    const sheet = this.sheetOf(document);
    const kind = kindOfSheet(sheet);
    return kind === null ? null : { sheet, kind };
  }

  /**
   * The same once every row was looked at, in slices, so that answers come in between. Null where the document is not
   * ours, and where it changed meanwhile: the look after the change goes on from what was found.
   */
  async read(document: TextDocument): Promise<{ readonly sheet: RowSheet; readonly kind: RowKindName } | null> {
    const found = this.of(document);
    const { version } = document;
    let began = performance.now();
    for (const piece of found?.sheet.pieces ?? []) {
      if (piece.facts) continue;
      factsOf(piece);
      if (performance.now() - began < sliceMs) continue;
      await pause();
      if (document.version !== version) return null;
      began = performance.now();
    }
    return found;
  }

  closed(uri: string): void {
    this.sheets.delete(uri);
  }

  private sheetOf(document: TextDocument): RowSheet {
    if (document instanceof LinedText) return document;
    const { uri, version } = document;
    const known = this.sheets.get(uri);
    if (known?.version === version) return known.sheet;
    const sheet = new DocumentSheet(document, isRow, known?.sheet ?? null);
    this.sheets.set(uri, { version, sheet });
    return sheet;
  }
}
