import { fieldsAt, listAt, numberAt, textAt } from '../../fields';
import type { RecordedEdit, RecordedHunk } from '../../step';

const hunkOf = (hunk: unknown): RecordedHunk | null => {
  const [oldStart, oldLines] = [numberAt(hunk, 'oldStart'), numberAt(hunk, 'oldLines')];
  const [newStart, newLines] = [numberAt(hunk, 'newStart'), numberAt(hunk, 'newLines')];
  const lines = listAt(hunk, 'lines');
  if (oldStart === null || oldLines === null || newStart === null || newLines === null) return null;
  if (!lines.every((line) => typeof line === 'string')) return null;
  return { oldStart, oldLines, newStart, newLines, lines };
};

/**
 * The edit that a line's `toolUseResult` holds (Edit, MultiEdit, Write: `filePath`, `originalFile`, `structuredPatch`,
 * for Write `content`); null where it holds none.
 */
export const recordedEditOf = (toolUseResult: unknown, callId: string | null): RecordedEdit | null => {
  const result = fieldsAt(toolUseResult);
  const path = textAt(result, 'filePath');
  if (path === null) return null;
  const hunks = listAt(result, 'structuredPatch').map(hunkOf);
  const before = textAt(result, 'originalFile') ?? textAt(result, 'originalFileContents');
  const after = textAt(result, 'content');
  const whole = hunks.every((hunk) => hunk !== null);
  if (after === null && (!whole || hunks.length === 0)) return null;
  return { callId, path, before, after, hunks: whole ? hunks : [] };
};
