import type { PatchComparison, WrittenSide } from '../../app/comparePatches';
import { classLetter, fileClassWords, hunkClassWords } from '../../core/patch/classWords';
import type { ComparedFile, ComparedHunk, FileSide, HunkSide, MovedLines } from '../../core/patch/comparison';
import { printable } from '../printable';

const linesOf = (side: FileSide | null): string => {
  if (!side) return '–';
  return side.binary ? 'binary' : `+${side.added} −${side.removed}`;
};

const rangeOf = (side: HunkSide | null): string => {
  if (!side) return '';
  if (side.count === 0) return `after ${side.start}`;
  return side.count === 1 ? `${side.start}` : `${side.start}–${side.start + side.count - 1}`;
};

const fileRow = (file: ComparedFile): readonly string[] => [
  classLetter[file.class],
  printable(file.path),
  linesOf(file.gold),
  linesOf(file.model),
  fileClassWords(file),
];

const hunkRow = (hunk: ComparedHunk): readonly string[] => [
  ` ${classLetter[hunk.class]}`,
  '',
  rangeOf(hunk.gold),
  rangeOf(hunk.model),
  hunk.but ? hunkClassWords(hunk) : '',
];

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
};

const sideWords = (name: string, side: WrittenSide): string => {
  if (side.state === 'none') return `no ${name}`;
  if (side.state === 'empty') return `${name} empty`;
  if (side.state === 'prose') return `${name} is no patch`;
  return `${name} ${side.files} ${side.files === 1 ? 'file' : 'files'} +${side.added} −${side.removed}`;
};

const groupByPath = (hunks: readonly ComparedHunk[]): ReadonlyMap<string, readonly ComparedHunk[]> => {
  const groups = new Map<string, ComparedHunk[]>();
  for (const hunk of hunks) {
    const group = groups.get(hunk.path);
    if (group) group.push(hunk);
    else groups.set(hunk.path, [hunk]);
  }
  return groups;
};

const movedLine = (side: string, { from, to, count }: MovedLines): string =>
  `${side} moves ${count} lines: ${printable(from.path)} ${from.line} -> ${printable(to.path)} ${to.line}\n`;

/** For people: figures, files with their hunks' base lines, gold left, and lines that move between files. */
export const compareTable = (comparison: PatchComparison): string => {
  const { asWritten, totals, files, hunks, moved } = comparison;
  const met = `${totals.goldHunksMet} of ${totals.gold.hunks} gold hunks met`;
  const head = `${sideWords('gold', asWritten.gold)}, ${sideWords('patch', asWritten.model)}: ${met}\n`;
  if (files.length === 0) return head;
  const byPath = groupByPath(hunks);
  const rows = files.flatMap((file) => [fileRow(file), ...(byPath.get(file.path) ?? []).map(hunkRow)]);
  const moves = [
    ...moved.gold.map((lines) => movedLine('gold', lines)),
    ...moved.model.map((lines) => movedLine('patch', lines)),
  ];
  return head + table([['', '', 'gold', 'patch', ''], ...rows]) + moves.join('');
};
