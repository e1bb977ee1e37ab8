import { type FilePatch, fileEnd, type Hunk, type PatchLine } from './patch';

/** Lines that are replaced at a place of the base; lines are inserted before it where none is removed. */
export interface Replacement {
  /** 0-based base line. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A run of changed lines without context between them, slid up in its context so that equal changes look equal. */
export interface ChangeBlock extends Replacement {
  /** 0-based index of the hunk in its file, over all parts of the file. */
  readonly hunk: number;
  /** The same change where the patch has it; `newStart` is its 0-based line of the new side by its hunk's header. */
  readonly written: Replacement & { readonly newStart: number };
}

/** A line with its end in the file, so that CRLF and a missing last end count as differences. */
export const lineContent = (line: PatchLine): string => line.text + fileEnd(line);

/** 0-based first base line of a hunk. Where it has no base lines, its header names the line before. */
export const baseStart = (hunk: Hunk): number => Math.max(0, hunk.found.old === 0 ? hunk.oldStart : hunk.oldStart - 1);

const newSideStart = (hunk: Hunk): number => Math.max(0, hunk.found.new === 0 ? hunk.newStart : hunk.newStart - 1);

/**
 * How far a pure insertion or removal can move up without another result: `}` + blank + `f() {` may be written
 * as ending or as beginning with the lines it shares with its context, as different tools do.
 */
const slideOf = (context: readonly string[], block: readonly string[]): number => {
  const at = (index: number): string | undefined =>
    index < context.length ? context[index] : block[index - context.length];
  let slid = 0;
  while (slid < context.length && at(context.length - 1 - slid) === at(context.length + block.length - 1 - slid))
    slid++;
  return slid;
};

const slide = (context: readonly string[], written: Replacement): Replacement => {
  if (written.removed.length > 0 && written.added.length > 0) return written;
  const lines = written.removed.length > 0 ? written.removed : written.added;
  const slid = slideOf(context, lines);
  if (slid === 0) return written;
  const moved = [...context.slice(context.length - slid), ...lines].slice(0, lines.length);
  const start = written.start - slid;
  return written.removed.length > 0 ? { start, removed: moved, added: [] } : { start, removed: [], added: moved };
};

/** The blocks of one hunk, in their order. */
const hunkBlocks = (hunk: Hunk, index: number): readonly ChangeBlock[] => {
  const blocks: ChangeBlock[] = [];
  let old = baseStart(hunk);
  let next = newSideStart(hunk);
  let context: string[] = [];
  for (let i = 0; i < hunk.lines.length; ) {
    const first = hunk.lines[i];
    if (first?.kind === 'context') {
      context.push(lineContent(first));
      old += 1;
      next += 1;
      i += 1;
      continue;
    }
    const removed: string[] = [];
    const added: string[] = [];
    for (let line = hunk.lines[i]; line && line.kind !== 'context'; line = hunk.lines[++i])
      (line.kind === 'removed' ? removed : added).push(lineContent(line));
    const written = { start: old, newStart: next, removed, added };
    const { start, ...lines } = slide(context, written);
    blocks.push({ hunk: index, start, removed: lines.removed, added: lines.added, written });
    old += removed.length;
    next += added.length;
    context = [];
  }
  return blocks;
};

/** All blocks of a file by their place in the base; several parts of a patch may touch the same file. */
export const changeBlocks = (parts: readonly FilePatch[]): readonly ChangeBlock[] =>
  parts
    .flatMap((part) => part.hunks)
    .flatMap(hunkBlocks)
    .sort((a, b) => a.start - b.start || a.removed.length - b.removed.length);
