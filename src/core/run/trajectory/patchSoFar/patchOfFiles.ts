import { type StructuredPatchHunk, structuredPatch } from 'diff';
import type { TouchedFile } from './filesSoFar';

/** Lines that may differ before a file is written as wholly replaced; finding the shortest diff takes the square. */
const mostEdits = 4000;

const quoted: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A path as git writes it in headers: in quotes where it holds controls, quotes or backslashes. */
const nameOf = (prefix: string, path: string): string => {
  const name = `${prefix}/${path}`;
  const special = [...name].some((char) => char < ' ' || char === '"' || char === '\\' || char === '\x7f');
  if (!special) return name;
  const escaped = (char: string): string =>
    quoted[char] ?? (char < ' ' || char === '\x7f' ? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}` : char);
  return `"${[...name].map(escaped).join('')}"`;
};

const linesOf = (text: string, sign: '-' | '+'): readonly string[] => {
  if (text === '') return [];
  const lines = text.split('\n');
  const open = lines.at(-1) !== '';
  return [
    ...(open ? lines : lines.slice(0, -1)).map((line) => sign + line),
    ...(open ? ['\\ No newline at end of file'] : []),
  ];
};

const lineCount = (lines: readonly string[]): number => lines.filter((line) => !line.startsWith('\\')).length;

const wholeHunk = (before: string, after: string): StructuredPatchHunk => {
  const [removed, added] = [linesOf(before, '-'), linesOf(after, '+')];
  const [oldLines, newLines] = [lineCount(removed), lineCount(added)];
  return { oldStart: 1, oldLines, newStart: 1, newLines, lines: [...removed, ...added] };
};

const hunksOf = (before: string, after: string): readonly StructuredPatchHunk[] =>
  structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: mostEdits })?.hunks ?? [
    wholeHunk(before, after),
  ];

/** `3,2`, `3` for a single line; where there is none, the line before, as the unified form has it. */
const rangeText = (start: number, count: number): string => {
  if (count === 1) return `${start}`;
  return `${count === 0 ? start - 1 : start},${count}`;
};

const hunkText = (hunk: StructuredPatchHunk): string =>
  `@@ -${rangeText(hunk.oldStart, hunk.oldLines)} +${rangeText(hunk.newStart, hunk.newLines)} @@\n${hunk.lines.map((line) => `${line}\n`).join('')}`;

const filePatchText = (path: string, { base, text }: TouchedFile): string => {
  const [old, next] = [nameOf('a', path), nameOf('b', path)];
  const mode = base === null ? 'new file mode 100644\n' : text === null ? 'deleted file mode 100644\n' : '';
  const hunks = hunksOf(base ?? '', text ?? '');
  // Git ends a name that holds blanks with a tab.
  const end = /^[^"].* /.test(old) ? '\t' : '';
  const names = `--- ${base === null ? '/dev/null' : old + end}\n+++ ${text === null ? '/dev/null' : next + end}\n`;
  return `diff --git ${old} ${next}\n${mode}${hunks.length === 0 ? '' : names}${hunks.map(hunkText).join('')}`;
};

/**
 * The patch from the base commit to these files in git's form with three lines of context, without hashes; modes are
 * those of plain files. Files in the order of their paths; '' where nothing differs.
 */
export const patchOfFiles = (files: ReadonlyMap<string, TouchedFile>): string =>
  [...files]
    .filter(([, file]) => file.base !== file.text)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => filePatchText(path, file))
    .join('');
