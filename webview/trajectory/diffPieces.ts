import { ansiPieces, type Piece } from './ansi';

const classOf = (line: string): string => {
  if (line.startsWith('@@') || line.startsWith('+++') || line.startsWith('---')) return 'd-place';
  if (line.startsWith('+')) return 'd-added';
  return line.startsWith('-') ? 'd-removed' : '';
};

/** A unified diff as lines with classes; what is no text in them is shown as in a terminal's text. */
export const diffPieces = (text: string): { readonly pieces: readonly Piece[]; readonly leftOut: number } => {
  const lines = text.split(/(?<=\n)/).map((line) => ({ own: classOf(line), ...ansiPieces(line) }));
  return {
    pieces: lines.flatMap(({ own, pieces }) => pieces.map(({ text, classes }) => ({ text, classes: classes || own }))),
    leftOut: lines.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
};
