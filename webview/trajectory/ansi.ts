/** A run of text with the classes that its colours ask for; a control that would not be seen is named instead. */
export interface Piece {
  readonly text: string;
  readonly classes: string;
  /** Where it stands in the text that was read, and how much of it. */
  readonly at: number;
  readonly length: number;
}

interface Look {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly colour: number | null;
}

const plain: Look = { bold: false, dim: false, italic: false, underline: false, colour: null };

/**
 * Escape sequences of a terminal (ECMA-48): CSI, OSC with its end, and two-letter ones; then bidirectional controls
 * and other controls that change or hide what is read. Tab and line ends are text.
 */
const special =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is sought.
  /\u001b\[([0-?]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const switches: Readonly<Record<number, Partial<Look>>> = {
  0: plain,
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  39: { colour: null },
};

const colourOf = (code: number): number | null => {
  if (code >= 30 && code <= 37) return code - 30;
  return code >= 90 && code <= 97 ? code - 82 : null;
};

/** A colour of the 256 that has a theme colour; others are shown in the text's own. */
const ofPalette = (codes: readonly number[], at: number): number | null => {
  const wanted = codes[at + 1] === 5 ? codes[at + 2] : undefined;
  return wanted !== undefined && wanted >= 0 && wanted < 16 ? wanted : null;
};

const applied = (look: Look, parameters: string): Look => {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = look;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    const colour = colourOf(code);
    if (code === 38 || code === 48) {
      if (code === 38) next = { ...next, colour: ofPalette(codes, at) };
      at += codes[at + 1] === 2 ? 4 : 2;
    } else if (colour !== null) next = { ...next, colour };
    else if (Object.hasOwn(switches, code)) next = { ...next, ...switches[code] };
  }
  return next;
};

const classesOf = ({ colour, ...flags }: Look): string => {
  const on = Object.entries(flags).filter(([, set]) => set);
  return [...on.map(([name]) => `a-${name}`), ...(colour === null ? [] : [`a-${colour}`])].join(' ');
};

/** A control that is shown by its number, so that nobody is misled by what it would do. */
const named = (control: string, at: number): Piece => ({
  text: `U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  classes: 'control',
  at,
  length: control.length,
});

/**
 * Text of a terminal as runs with classes: colours of the theme's 16, bold, dim, italic, underline. Other escape
 * sequences are left out and counted; controls that turn or hide text are shown by their number.
 */
export const ansiPieces = (text: string): { readonly pieces: readonly Piece[]; readonly leftOut: number } => {
  const pieces: Piece[] = [];
  let look = plain;
  let from = 0;
  let leftOut = 0;
  const put = (to: number) => {
    const run = text.slice(from, to);
    if (run !== '') pieces.push({ text: run, classes: classesOf(look), at: from, length: run.length });
  };
  for (const found of text.matchAll(special)) {
    put(found.index);
    from = found.index + found[0].length;
    if (found[2] === 'm') look = applied(look, found[1] ?? '');
    else if (found[0].length > 1) leftOut++;
    else pieces.push(named(found[0], found.index));
  }
  put(text.length);
  return { pieces, leftOut };
};
