import { ansiPieces, type Piece } from './ansi';

const classOf = (line: string): string => {
  if (line.startsWith('@@') || line.startsWith('+++') || line.startsWith('---')) return 'd-place';
  if (line.startsWith('+')) return 'd-added';
  return line.startsWith('-') ? 'd-removed' : '';
};

/** A unified diff as lines with classes; what is no text in them is shown as in a terminal's text. */
export const diffPieces = (text: string): { readonly pieces: readonly Piece[]; readonly leftOut: number } => {
  const all: Piece[] = [];
  let before = 0;
  let leftOut = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const own = classOf(line);
    const { pieces, leftOut: here } = ansiPieces(line);
    for (const piece of pieces) all.push({ ...piece, classes: piece.classes || own, at: before + piece.at });
    before += line.length;
    leftOut += here;
  }
  return { pieces: all, leftOut };
};
