import type { Hunk } from '../../patch/patch';
import type { FileEdit } from './patchSoFar/fileEdit';
import type { PatchChunk } from './patchSoFar/patchChunks';
import { changesOfStep } from './patchSoFar/stepChanges';
import type { RecordedEdit, Step } from './step';

/** An edit as a diff; `isRecorded`: the agent's tool recorded it, else it is what the call asked for. */
export interface EditDiff {
  readonly path: string;
  readonly diff: string;
  readonly isRecorded: boolean;
}

/** Hunks as a unified diff has them; of a file that is new all lines. */
const recordedDiff = ({ hunks, before, after }: RecordedEdit): string => {
  const shown = hunks.map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.map((line) => `${line}\n`).join('')}`,
  );
  if (shown.length > 0 || before !== null || after === null) return shown.join('');
  return after.replace(/^/gm, '+');
};

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

const signed = (sign: string, lines: readonly string[]): string => lines.map((line) => `${sign}${line}\n`).join('');

/** Old lines and new ones; those that both begin and end with are told once. */
const replacedLines = (old: string, next: string): string => {
  const [before, after] = [linesOf(old), linesOf(next)];
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return (
    signed(' ', before.slice(0, head)) +
    signed('-', before.slice(head, before.length - tail)) +
    signed('+', after.slice(head, after.length - tail)) +
    signed(' ', before.slice(before.length - tail))
  );
};

const signs = { context: ' ', removed: '-', added: '+' } as const;

const hunkText = ({ header, lines }: Hunk): string =>
  header + lines.map(({ kind, text }) => `${signs[kind]}${text}\n`).join('');

const chunkText = ({ anchors, before, after }: PatchChunk): string =>
  anchors.map((anchor) => `@@ ${anchor}\n`).join('') + replacedLines(before.join('\n'), after.join('\n'));

const toldDiff = (edit: FileEdit): string | null => {
  if (edit.kind === 'diff') return edit.file.hunks.map(hunkText).join('');
  if (edit.kind === 'chunks') return edit.chunks.map(chunkText).join('');
  if (edit.kind === 'replace') return replacedLines(edit.old, edit.next);
  if (edit.kind === 'insert') return `@@ after line ${edit.after} @@\n${signed('+', linesOf(edit.text))}`;
  if (edit.kind === 'lines') return `@@ lines ${edit.from} to ${edit.to} @@\n${signed('+', linesOf(edit.text))}`;
  return edit.kind === 'write' || edit.kind === 'append' ? signed('+', linesOf(edit.text)) : null;
};

const told = (edit: FileEdit): readonly EditDiff[] => {
  const diff = toldDiff(edit);
  return diff === null || diff === '' ? [] : [{ path: edit.path, diff, isRecorded: false }];
};

/** The edits of a step as diffs: those that its tools recorded, and of other calls those whose text says what they do. */
export const editDiffs = (step: Step): readonly EditDiff[] => {
  const recorded = (step.recordedEdits ?? []).map((edit) => ({
    path: edit.path,
    diff: recordedDiff(edit),
    isRecorded: true,
  }));
  // Where a shell stood is of no matter here: paths are shown as its commands name them.
  const others = changesOfStep(step, true).flatMap((change) =>
    change.kind === 'edits' && change.recorded === null ? change.edits : [],
  );
  return [...recorded, ...others.flatMap(told)];
};
