import type { FilePair } from './alignFiles';
import { type ChangeBlock, changeBlocks } from './changeBlocks';
import { type BlockGroup, compareGroup, groupBlocks } from './compareBlocks';
import type { ChangeClass, ComparedFile, ComparedHunk, FileSide, HunkSide, SameBut } from './comparison';
import { type FilePatch, pathOf } from './patch';
import { lineFigures } from './patchFigures';

/** What a file's rows are called where their place doesn't decide; null where it does. */
export type FixedClass = Extract<ChangeClass, 'tests' | 'generated' | 'binary'> | null;

export interface FileComparison {
  readonly file: ComparedFile;
  readonly hunks: readonly ComparedHunk[];
  readonly goldHunksMet: number;
}

const bareLine = (line: string): string => line.replace(/\r?\n$/, '');

const sideOf = (blocks: readonly ChangeBlock[]): HunkSide | null => {
  const first = blocks[0];
  const last = blocks.at(-1);
  if (!first || !last) return null;
  const count = last.written.start + last.written.removed.length - first.written.start;
  return {
    start: count === 0 ? first.written.start : first.written.start + 1,
    count,
    newStart: first.written.newStart + 1,
    newCount: last.written.newStart + last.written.added.length - first.written.newStart,
    hunk: first.hunk,
    lines: blocks.flatMap(({ written }) => [
      ...written.removed.map((line) => `-${bareLine(line)}`),
      ...written.added.map((line) => `+${bareLine(line)}`),
    ]),
    runs: blocks.map(({ written: { start, removed, added } }) => ({
      start: removed.length === 0 ? start : start + 1,
      removed: removed.length,
      added: added.length,
    })),
  };
};

interface Row extends BlockGroup {
  readonly class: ChangeClass;
  readonly but: SameBut;
}

const classify = (group: BlockGroup, path: string, fixed: FixedClass, alone: ChangeClass): Row => {
  const { gold, model } = group;
  if (model.length === 0) return { gold, model, class: fixed ?? 'gold', but: null };
  if (gold.length === 0) return { gold, model, class: fixed ?? alone, but: null };
  const { same, but } = compareGroup(group, path);
  return { gold, model, class: fixed ?? (same ? 'same' : 'place'), but };
};

const sameHunk = (a: readonly ChangeBlock[], b: readonly ChangeBlock[]): boolean =>
  a.length === 0 || b.length === 0 ? a.length === b.length : a.at(-1)?.hunk === b[0]?.hunk;

/** Joins neighbouring groups of the same hunks that say the same, so that rows are as people read hunks. */
const joinRows = (rows: readonly Row[]): readonly Row[] => {
  const joined: { class: ChangeClass; but: SameBut; gold: ChangeBlock[]; model: ChangeBlock[] }[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    const fits = last && last.class === row.class && last.but === row.but;
    if (fits && sameHunk(last.gold, row.gold) && sameHunk(last.model, row.model)) {
      // In loops: a row may hold more blocks than a call takes arguments.
      for (const block of row.gold) last.gold.push(block);
      for (const block of row.model) last.model.push(block);
    } else joined.push({ class: row.class, but: row.but, gold: [...row.gold], model: [...row.model] });
  }
  return joined;
};

const fileSide = (parts: readonly FilePatch[]): FileSide | null => {
  const last = parts.at(-1);
  if (!last) return null;
  const figures = parts.map(lineFigures);
  return {
    added: figures.reduce((sum, { added }) => sum + added, 0),
    removed: figures.reduce((sum, { removed }) => sum + removed, 0),
    hunks: parts.reduce((sum, { hunks }) => sum + hunks.length, 0),
    kind: last.kind,
    binary: parts.some((part) => part.binary !== null),
    path: pathOf(last),
    from: last.kind === 'renamed' || last.kind === 'copied' ? last.oldPath : null,
    unsafe: last.unsafe,
  };
};

/** Whether both sides do the same to the file beside its lines: path, coming and going, mode. */
const sameFrame = (gold: readonly FilePatch[], model: readonly FilePatch[]): boolean => {
  const [a, b] = [gold.at(-1), model.at(-1)];
  if (!a || !b || a.oldPath !== b.oldPath || a.newPath !== b.newPath) return false;
  // A plain patch, or one without an index line, doesn't say the mode: no difference that is known.
  return a.newMode === null || b.newMode === null || a.newMode === b.newMode;
};

const fileClass = (pair: FilePair, rows: readonly Row[], fixed: FixedClass, alone: ChangeClass): ChangeClass => {
  if (fixed) return fixed;
  if (pair.model.length === 0) return 'gold';
  if (pair.gold.length === 0) return alone;
  return rows.every((row) => row.class === 'same') && sameFrame(pair.gold, pair.model) ? 'same' : 'place';
};

/** Compares what both patches do to one file. `onlyModel` is the class of a file that gold doesn't touch. */
export const compareFile = (
  pair: FilePair,
  fixed: FixedClass,
  onlyModel: Extract<ChangeClass, 'model' | 'outside'>,
): FileComparison => {
  const alone = pair.gold.length === 0 ? onlyModel : 'model';
  const groups = groupBlocks(changeBlocks(pair.gold), changeBlocks(pair.model));
  const rows = groups.map((group) => classify(group, pair.path, fixed, alone));
  const but = rows.find((row) => row.but === 'order')?.but ?? rows.find((row) => row.but)?.but ?? null;
  const kind = fileClass(pair, rows, fixed, alone);
  const met = rows.filter((row) => row.model.length > 0).flatMap((row) => row.gold.map((block) => block.hunk));
  return {
    file: {
      path: pair.path,
      class: kind,
      but: kind === 'same' ? but : null,
      gold: fileSide(pair.gold),
      model: fileSide(pair.model),
    },
    hunks: joinRows(rows).map((row) => ({
      path: pair.path,
      class: row.class,
      but: row.but,
      gold: sideOf(row.gold),
      model: sideOf(row.model),
    })),
    goldHunksMet: new Set(met).size,
  };
};
