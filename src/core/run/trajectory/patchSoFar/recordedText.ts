import { splitLines } from '../../../patch/applyToText';
import { err, ok, type Result } from '../../../shared/result';
import type { RecordedEdit, RecordedHunk } from '../step';
import { applyFileEdit, type FileEdit } from './fileEdit';

const noNewline = '\\';

/** The lines of one side with their ends. */
const sideOf = (hunk: RecordedHunk, sign: '-' | '+'): readonly string[] => {
  const lines: string[] = [];
  for (const [index, line] of hunk.lines.entries()) {
    if (line[0] !== ' ' && line[0] !== sign) continue;
    lines.push(hunk.lines[index + 1]?.startsWith(noNewline) ? line.slice(1) : `${line.slice(1)}\n`);
  }
  return lines;
};

/** Applies hunks only exactly where they say; null where anything differs. */
const applyHunks = (text: string, hunks: readonly RecordedHunk[]): string | null => {
  const lines = splitLines(text);
  const result: string[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const [before, after] = [sideOf(hunk, '-'), sideOf(hunk, '+')];
    const at = before.length === 0 ? hunk.oldStart : hunk.oldStart - 1;
    if (at < from || !before.every((line, index) => lines[at + index] === line)) return null;
    for (const line of lines.slice(from, at)) result.push(line);
    for (const line of after) result.push(line);
    from = at + before.length;
  }
  return result.join('') + lines.slice(from).join('');
};

const applyEdits = (text: string | null, edits: readonly FileEdit[]): Result<string | null, string> => {
  let current = text;
  for (const edit of edits) {
    const next = applyFileEdit(current, edit);
    if (!next.ok) return next;
    current = next.value;
  }
  return ok(current);
};

/**
 * A file after an edit that its tool recorded: the recorded text itself, else what the call asked for, else the
 * recorded hunks, each on the text that the tool recorded as the one before (`known`: the one that we hold). The hunks
 * come last, for some tools write them for display, with tabs turned into blanks.
 */
export const applyRecorded = (
  known: string | null,
  edits: readonly FileEdit[],
  recorded: RecordedEdit,
): Result<string | null, string> => {
  if (recorded.after !== null) return ok(recorded.after);
  const before = recorded.before ?? known;
  const asked = edits.length === 0 ? null : applyEdits(before, edits);
  if (asked?.ok) return asked;
  const patched = before === null ? null : applyHunks(before, recorded.hunks);
  return patched === null ? err(asked === null ? 'the recorded edit does not fit it' : asked.error) : ok(patched);
};
