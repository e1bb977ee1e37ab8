import { applyToText, splitLines } from '../../../patch/applyToText';
import type { FilePatch } from '../../../patch/patch';
import { err, ok, type Result } from '../../../shared/result';
import { applyChunks, type PatchChunk } from './patchChunks';
import { applySed, type SedScript } from './shell/sedScript';

/** One exact change of one file, as a tool's arguments or a recorded diff say it. Paths as the tool was given them. */
export type FileEdit =
  /** `count`: how often the old text must stand in the file; null: at least once, and every one is replaced. */
  | {
      readonly kind: 'replace';
      readonly path: string;
      readonly old: string;
      readonly next: string;
      readonly count: number | null;
    }
  /** The lines of `text` after line `after` (0: at the beginning), line ends as the reference editor sets them. */
  | { readonly kind: 'insert'; readonly path: string; readonly after: number; readonly text: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'sed'; readonly path: string; readonly script: SedScript }
  | { readonly kind: 'delete'; readonly path: string }
  /** As `rm` does it: also a file that is not known, and all below a folder. */
  | { readonly kind: 'remove' | 'removeTree'; readonly path: string }
  | { readonly kind: 'copy'; readonly path: string; readonly from: string }
  | { readonly kind: 'move'; readonly path: string; readonly movedTo: string }
  /** Written by a program (`by`), so that its text is not known. */
  | { readonly kind: 'overwritten'; readonly path: string; readonly by: string }
  | { readonly kind: 'undo'; readonly path: string }
  /** Lines `from` to `to` (1-based, both included); `total`: lines that the file then has, where the tool said so. */
  | {
      readonly kind: 'lines';
      readonly path: string;
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly total: number | null;
    }
  | {
      readonly kind: 'chunks';
      readonly path: string;
      readonly chunks: readonly PatchChunk[];
      readonly movedTo: string | null;
    }
  | { readonly kind: 'diff'; readonly path: string; readonly file: FilePatch; readonly movedTo: string | null };

/** How often a text stands in another, counted without overlaps, up to `most`. */
const occurrences = (text: string, part: string, most: number): number => {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0 && found < most; at = text.indexOf(part, at + part.length)) found++;
  return found;
};

const replaceIn = (text: string, edit: FileEdit & { kind: 'replace' }): Result<string, string> => {
  if (edit.old === '') return text === '' ? ok(edit.next) : err('the text to be replaced is empty');
  const found = occurrences(text, edit.old, (edit.count ?? 1) + 1);
  if (found === 0) return err('the text to be replaced is not in it');
  if (edit.count !== null && found !== edit.count)
    return err(
      `the text to be replaced stands in it ${found > edit.count ? 'more often than' : 'fewer than'} ${times(edit.count)}`,
    );
  return ok(text.split(edit.old).join(edit.next));
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** As the reference editor does it: text and file are split at line ends, joined, and joined with line ends again. */
const insertInto = (text: string, after: number, inserted: string): Result<string, string> => {
  const lines = text.split('\n');
  if (!Number.isInteger(after) || after < 0 || after > lines.length) return err(`it has no line ${after}`);
  const [before, behind] = [lines.slice(0, after), lines.slice(after)];
  return ok([...before, inserted, ...behind].join('\n'));
};

/** As SWE-agent's windowed editor does it: every line is written with an end. */
const replaceLines = (text: string, edit: FileEdit & { kind: 'lines' }): Result<string, string> => {
  const lines = splitLines(text).map((line) => (line.endsWith('\n') ? line : `${line}\n`));
  if (!(edit.from >= 1 && edit.from <= edit.to && edit.to <= Math.max(1, lines.length)))
    return err(`it has no lines ${edit.from} to ${edit.to}`);
  const inserted = edit.text === '' ? ['\n'] : edit.text.split('\n').map((line) => `${line}\n`);
  const result = [...lines.slice(0, edit.from - 1), ...inserted, ...lines.slice(edit.to)];
  return edit.total === null || edit.total === result.length
    ? ok(result.join(''))
    : err(`it had ${edit.total} lines after the edit, but would have ${result.length}`);
};

/** A recorded diff fits only where its header says; anywhere else the file was not what we think it was. */
const applyDiff = (text: string | null, file: FilePatch): Result<string | null, string> => {
  const applied = applyToText(text, file);
  if (!applied.ok) return err('the recorded diff does not apply to it');
  if (applied.value.hunks.some((hunk) => hunk.offset !== 0)) return err('the recorded diff fits at another place only');
  return ok(applied.value.text);
};

const sedOf = (text: string, script: SedScript): Result<string, string> => {
  const result = applySed(text, script);
  return result === null ? err('what sed makes of it may differ between releases and languages') : ok(result);
};

/**
 * The file's text after one edit: null where there is no such file (before: `text`). An error is the reason why it
 * can't be said exactly, as the end of a sentence about the file. `undo`, `copy` and `removeTree` are not for here: they
 * need more than this file.
 */
export const applyFileEdit = (text: string | null, edit: FileEdit): Result<string | null, string> => {
  if (edit.kind === 'write') return ok(edit.text);
  if (edit.kind === 'append') return ok((text ?? '') + edit.text);
  if (edit.kind === 'remove') return ok(null);
  if (edit.kind === 'overwritten') return text === null ? ok(null) : err(`"${edit.by}" wrote to it`);
  if (edit.kind === 'diff') return applyDiff(text, edit.file);
  if (edit.kind === 'replace' && edit.old === '' && text === null) return ok(edit.next);
  if (text === null) return err('it is not there');
  if (edit.kind === 'replace') return replaceIn(text, edit);
  if (edit.kind === 'insert') return insertInto(text, edit.after, edit.text);
  if (edit.kind === 'lines') return replaceLines(text, edit);
  if (edit.kind === 'move') return ok(text);
  if (edit.kind === 'sed') return sedOf(text, edit.script);
  if (edit.kind === 'chunks') return applyChunks(splitLines(text), edit.chunks);
  return edit.kind === 'delete' ? ok(null) : err('what was undone is not known');
};
