import type { Position, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type Member, membersOf } from './jsonSpans';
import type { RowPiece, RowSheet } from './rowSheet';

/** Of a longer document the rows up to here are read; data of this size is written as lines. */
const mostUnits = 16 * 1024 * 1024;

interface Segment extends RowPiece {
  readonly start: number;
}

const segmentOf = (text: string, { name, key, value }: Member): Segment => ({
  text: text.slice(value.start, value.end),
  key: name,
  lead: key ? value.start - key.start : 0,
  start: value.start,
  facts: null,
});

const segmentsOf = (text: string, from: number): Segment[] => {
  const segments: Segment[] = [];
  for (const member of membersOf(text, from)) {
    if (member.value.end > mostUnits) break;
    segments.push(segmentOf(text, member));
  }
  return segments;
};

const isSame = (a: RowPiece | undefined, b: RowPiece | undefined): boolean =>
  a !== undefined && b !== undefined && a.key === b.key && a.lead === b.lead && a.text === b.text;

/** Facts of rows that stand alike at the beginning or the end of both texts: an edit lies between them. */
const keepFacts = (before: readonly RowPiece[], after: readonly RowPiece[]): void => {
  const keep = (old: RowPiece | undefined, piece: RowPiece | undefined): boolean => {
    if (!isSame(old, piece)) return false;
    if (piece && old) piece.facts = old.facts;
    return true;
  };
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && keep(before[first], after[first])) first += 1;
  for (let back = 1; back <= shorter - first; back++)
    if (!keep(before[before.length - back], after[after.length - back])) break;
};

/** A JSON document as rows. An object is one row where `isRow` says so of it, else its members are the rows. */
export class DocumentSheet implements RowSheet {
  readonly shape: RowSheet['shape'];
  readonly pieces: readonly Segment[];
  readonly unread: number;

  /** `before`: the sheet of the text before an edit, whose facts hold for all rows that are still the same. */
  constructor(
    private readonly document: TextDocument,
    isRow: (piece: RowPiece) => boolean,
    before: RowSheet | null,
  ) {
    const text = document.getText();
    const from = /^\uFEFF?\s*/.exec(text)?.[0].length ?? 0;
    const whole: Segment = { text, key: null, lead: 0, start: 0, facts: null };
    this.unread = Math.max(text.length - mostUnits, 0);
    const opens = text[from];
    if (opens === '[') this.shape = 'array';
    else this.shape = opens === '{' && (this.unread > 0 || !isRow(whole)) ? 'object' : 'single';
    if (this.shape !== 'single') this.pieces = segmentsOf(text, from);
    else this.pieces = this.unread > 0 ? [] : [whole];
    if (before) keepFacts(before.pieces, this.pieces);
  }

  position(at: number, offset: number): Position {
    return this.document.positionAt((this.pieces[at]?.start ?? 0) + offset);
  }

  pieceAt(position: Position): { readonly at: number; readonly offset: number } | null {
    const offset = this.document.offsetAt(position);
    let [low, high] = [0, this.pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { start, text } = this.pieces[middle] as Segment;
      if (start + text.length < offset) low = middle + 1;
      else high = middle;
    }
    const piece = this.pieces[low];
    return piece && offset >= piece.start - piece.lead ? { at: low, offset: offset - piece.start } : null;
  }

  /** From the end of the row before, or of the first up to the second, so that the comma goes with it. */
  removal(at: number): Range {
    const before = this.pieces[at - 1];
    const start = before ? before.start + before.text.length : -(this.pieces[at]?.lead ?? 0);
    const next = before ? undefined : this.pieces[at + 1];
    return {
      start: before ? this.document.positionAt(start) : this.position(at, start),
      end: next ? this.position(at + 1, -next.lead) : this.position(at, this.pieces[at]?.text.length ?? 0),
    };
  }
}
