import type { ChangeBlock } from './changeBlocks';
import type { SameBut } from './comparison';

/** Blocks of both sides that meet in the base, directly or through one another; one side may be empty. */
export interface BlockGroup {
  readonly gold: readonly ChangeBlock[];
  readonly model: readonly ChangeBlock[];
}

type Sided = { readonly side: 'gold' | 'model'; readonly block: ChangeBlock };

const endOf = (block: ChangeBlock): number => block.start + block.removed.length;

/** A block that can slide is at all of its places at once, when it comes to meeting others. */
const reachOf = ({ start, removed, written }: ChangeBlock): number =>
  Math.max(start + removed.length, written.start + written.removed.length);

const isInsertion = ({ removed }: ChangeBlock): boolean => removed.length === 0;

/** By place; at one place insertions first, so that what they touch doesn't hang on which side is named first. */
const inBase = ({ block: a }: Sided, { block: b }: Sided): number =>
  a.start - b.start || Number(isInsertion(b)) - Number(isInsertion(a)) || reachOf(a) - reachOf(b);

/**
 * Groups blocks by overlapping base lines, in one sweep. An insertion meets what it touches at either end; two
 * removals that only stand side by side don't meet.
 */
export const groupBlocks = (gold: readonly ChangeBlock[], model: readonly ChangeBlock[]): readonly BlockGroup[] => {
  const all: Sided[] = [
    ...gold.map((block) => ({ side: 'gold' as const, block })),
    ...model.map((block) => ({ side: 'model' as const, block })),
  ].sort(inBase);
  const groups: { gold: ChangeBlock[]; model: ChangeBlock[] }[] = [];
  let end = -1;
  let insertionAtEnd = false;
  for (const { side, block } of all) {
    const insertion = isInsertion(block);
    const touches = block.start === end && (insertion || insertionAtEnd);
    if (block.start < end || touches) groups.at(-1)?.[side].push(block);
    else groups.push({ gold: side === 'gold' ? [block] : [], model: side === 'model' ? [block] : [] });
    const reach = Math.max(end, reachOf(block));
    insertionAtEnd = (insertion && reachOf(block) === reach) || (insertionAtEnd && reach === end);
    end = reach;
  }
  return groups;
};

/** Languages whose leading white space is meaning. */
const INDENTED = /(?:\.(?:py|pyi|pyx|ya?ml|haml|pug|jade|sass|styl|slim|coffee|nim|fsx?|hs|elm|mk|rst)|^Makefile)$/i;

/** The lines without what white space adds: ends, blank lines, runs of blanks; the indent stays where it is meaning. */
const withoutSpace = (lines: readonly string[], path: string): readonly string[] => {
  const indented = INDENTED.test(path.slice(path.lastIndexOf('/') + 1));
  return lines.flatMap((line) => {
    const text = line.trim();
    if (text === '') return [];
    const indent = indented ? line.slice(0, line.length - line.trimStart().length) : '';
    return [indent + text.replace(/\s+/g, ' ')];
  });
};

const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

/** Stands for a base line that neither side removes, so that it equals itself alone. */
const unknownLine = (at: number): string => `\0${at}`;

/** What the base lines from `from` to `to` become on one side. Lines that it leaves are known from the other side. */
const resultOf = (
  blocks: readonly ChangeBlock[],
  base: ReadonlyMap<number, string>,
  from: number,
  to: number,
): readonly string[] => {
  const lines: string[] = [];
  let at = from;
  for (const block of blocks) {
    for (; at < block.start; at++) lines.push(base.get(at) ?? unknownLine(at));
    for (const line of block.added) lines.push(line);
    at = Math.max(at, endOf(block));
  }
  for (; at < to; at++) lines.push(base.get(at) ?? unknownLine(at));
  return lines;
};

/** Whether both sides of a group make the same of its base lines, and if not quite, in what they differ. */
export const compareGroup = (group: BlockGroup, path: string): { readonly same: boolean; readonly but: SameBut } => {
  const blocks = [...group.gold, ...group.model];
  const base = new Map<number, string>();
  for (const block of blocks) for (const [i, line] of block.removed.entries()) base.set(block.start + i, line);
  const from = blocks.reduce((least, block) => Math.min(least, block.start), Number.POSITIVE_INFINITY);
  const to = blocks.reduce((most, block) => Math.max(most, endOf(block)), 0);
  const gold = resultOf(group.gold, base, from, to);
  const model = resultOf(group.model, base, from, to);
  if (equal(gold, model)) return { same: true, but: null };
  const [plainGold, plainModel] = [withoutSpace(gold, path), withoutSpace(model, path)];
  if (equal(plainGold, plainModel)) return { same: true, but: 'space' };
  // The same lines inserted at two places are no reordering: that is told by a line between them that stays.
  const movedOver = plainGold.some((line) => line.startsWith('\0'));
  const inOrder = equal([...plainGold].sort(), [...plainModel].sort());
  return inOrder && !movedOver ? { same: true, but: 'order' } : { same: false, but: null };
};
