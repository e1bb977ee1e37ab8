import { baseStart, type ChangeBlock, changeBlocks, lineContent } from './changeBlocks';
import type { FilePatch } from './patch';

/** A text as far as it is known, with a marker line in each gap. */
export interface PartialSide {
  readonly text: string;
  /** For each line of `text` its 1-based line in the real file; null for a marker. */
  readonly lines: readonly (number | null)[];
}

interface Known {
  readonly line: number;
  readonly text: string;
}

interface PartialBase {
  readonly known: readonly Known[];
  /** True where the patches show the file's end: they add or delete the file, or a line has no end. */
  readonly whole: boolean;
}

/** Base lines that context and removed lines give away. Where patches contradict each other the first is believed. */
const partialBase = (parts: readonly FilePatch[]): PartialBase => {
  const known = new Map<number, string>();
  for (const hunk of parts.flatMap((part) => part.hunks)) {
    let at = baseStart(hunk);
    for (const line of hunk.lines) {
      if (line.kind === 'added') continue;
      if (!known.has(at)) known.set(at, lineContent(line));
      at += 1;
    }
  }
  const whole = parts.some(
    (part) =>
      part.kind === 'added' ||
      part.kind === 'deleted' ||
      part.hunks.some((hunk) => hunk.lines.some((line) => line.noNewline !== null)),
  );
  const lines = [...known].map(([line, text]) => ({ line, text }));
  return { known: lines.sort((a, b) => a.line - b.line), whole };
};

class SideWriter {
  private readonly parts: string[] = [];
  private readonly lines: (number | null)[] = [];
  /** Difference between this side's line numbers and the base's so far. */
  private shift = 0;

  gap(count: number | null): void {
    const what = count === null ? 'rest of the file' : `${count} ${count === 1 ? 'line' : 'lines'}`;
    this.push(`⋯ ${what} not shown ⋯\n`, null);
  }

  base(known: Known): void {
    this.push(known.text, known.line + 1 + this.shift);
  }

  replace(block: ChangeBlock['written']): void {
    for (const [i, line] of block.added.entries()) this.push(line, block.start + 1 + this.shift + i);
    this.shift += block.added.length - block.removed.length;
  }

  side(): PartialSide {
    return { text: this.parts.join(''), lines: this.lines };
  }

  private push(text: string, line: number | null): void {
    const last = this.parts.at(-1);
    // A line without an end can only be the last; anything after it still has to stand on its own line.
    if (last !== undefined && !last.endsWith('\n')) this.parts[this.parts.length - 1] = `${last}\n`;
    this.parts.push(text);
    this.lines.push(line);
  }
}

/** Writes the base as one patch (or none) leaves it. Gaps are those of the base, so that all sides line up. */
const writeSide = (base: PartialBase, blocks: readonly ChangeBlock[]): PartialSide => {
  const writer = new SideWriter();
  const waiting = blocks.map((block) => block.written).sort((a, b) => a.start - b.start);
  let next = 0;
  let skipTo = 0;
  let expected = 0;
  const insertUpTo = (line: number): void => {
    for (let block = waiting[next]; block && block.start <= line; block = waiting[++next]) {
      writer.replace(block);
      skipTo = Math.max(skipTo, block.start + block.removed.length);
    }
  };
  for (const known of base.known) {
    if (known.line > expected) {
      // What is inserted right after the last known line stands before the gap, all else after it.
      insertUpTo(expected);
      writer.gap(known.line - expected);
    }
    insertUpTo(known.line);
    if (known.line >= skipTo) writer.base(known);
    expected = known.line + 1;
  }
  insertUpTo(Number.POSITIVE_INFINITY);
  if (!base.whole) writer.gap(null);
  return writer.side();
};

/**
 * Both sides of one file's change where the repository is not at hand, built from its hunks: known lines in place,
 * the rest as marker lines. An added file is empty before, a deleted one after.
 */
export const sidesFromHunks = (file: FilePatch): { readonly before: PartialSide; readonly after: PartialSide } => {
  const base = partialBase([file]);
  return { before: writeSide(base, []), after: writeSide(base, changeBlocks([file])) };
};

export interface SidesOfBoth {
  readonly base: PartialSide;
  readonly gold: PartialSide;
  readonly model: PartialSide;
}

/**
 * Base, gold and model of one file on the same known lines, so that gold and model can be set side by side without
 * the repository. A side that doesn't touch the file equals the base.
 */
export const sidesOfBoth = (gold: readonly FilePatch[], model: readonly FilePatch[]): SidesOfBoth => {
  const base = partialBase([...gold, ...model]);
  return {
    base: writeSide(base, []),
    gold: writeSide(base, changeBlocks(gold)),
    model: writeSide(base, changeBlocks(model)),
  };
};
