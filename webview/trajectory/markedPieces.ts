import type { Piece } from './ansi';

/** A match in a text, by characters of it; `now`: the one that the person stands at. */
export interface Mark {
  readonly start: number;
  readonly length: number;
  readonly now: boolean;
}

export interface MarkedPiece extends Piece {
  readonly mark: 'hit' | 'hit now' | null;
}

const classOf = (mark: Mark): 'hit' | 'hit now' => (mark.now ? 'hit now' : 'hit');

/** Parts of a piece: outside of marks and within them. A named control is never cut. */
const cut = (piece: Piece, marks: readonly Mark[]): readonly MarkedPiece[] => {
  const end = piece.at + piece.length;
  const first = marks[0];
  if (piece.text.length !== piece.length) return [{ ...piece, mark: first === undefined ? null : classOf(first) }];
  const parts: MarkedPiece[] = [];
  let at = piece.at;
  const put = (to: number, mark: MarkedPiece['mark']) => {
    if (to <= at) return;
    const text = piece.text.slice(at - piece.at, to - piece.at);
    parts.push({ text, classes: piece.classes, at, length: text.length, mark });
    at = to;
  };
  for (const mark of marks) {
    put(Math.min(mark.start, end), null);
    put(Math.min(mark.start + mark.length, end), classOf(mark));
  }
  put(end, null);
  return parts;
};

/**
 * Pieces of a text cut at its marks, both in their order; `from` is where the text of the pieces begins in the text of
 * the marks. The pieces' own texts put together stay the same.
 */
export const markedPieces = (
  pieces: readonly Piece[],
  marks: readonly Mark[],
  from: number,
): readonly MarkedPiece[] => {
  let next = 0;
  return pieces.flatMap((piece) => {
    const start = from + piece.at;
    const end = start + piece.length;
    while ((marks[next]?.start ?? Number.POSITIVE_INFINITY) + (marks[next]?.length ?? 0) <= start) next++;
    const own: Mark[] = [];
    for (let at = next; (marks[at]?.start ?? Number.POSITIVE_INFINITY) < end; at++) {
      const mark = marks[at];
      if (mark) own.push({ ...mark, start: mark.start - from });
    }
    return own.length === 0 ? [{ ...piece, mark: null }] : cut(piece, own);
  });
};

/** Pieces that are set alike, up to the end of a line: what a mark cut stays one, so that its line stays one. */
export const runsOf = (pieces: readonly MarkedPiece[]): readonly (readonly MarkedPiece[])[] => {
  const runs: MarkedPiece[][] = [];
  for (const piece of pieces) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last?.classes === piece.classes && !last.text.endsWith('\n')) run.push(piece);
    else runs.push([piece]);
  }
  return runs;
};
