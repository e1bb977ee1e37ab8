import { type FilePatch, type Hunk, pathOf, type UnsafeReason } from './patch';
import type { PatchText } from './patchText';

const UNSAFE: Readonly<Record<UnsafeReason, string>> = {
  absolute: 'is absolute',
  parent: 'leaves the tree by ..',
  git: "reaches git's own folder",
  nul: 'holds a NUL',
  drive: 'names a drive',
  link: 'is a link that leads out of the tree',
  empty: 'is empty',
};

/** Lines that tools write around diffs; they say nothing to people. */
const TOOL_NOISE = /^(?:$|Index: |={3,}$|-{3,}$|diff |Only in |index |-- ?$|\d+\.\d+[\w.() -]*$)/;

/** Says what text outside of all files and hunks is: one warning of each kind for a stretch of lines. */
export const warnOfText = (text: PatchText, from: number, to: number, afterFile: boolean): void => {
  let prose = -1;
  let mail = false;
  for (let i = from; i < to; i++) {
    const line = text.header(i);
    if (/^From [0-9a-f]{7,64} /.test(line)) {
      text.warn('mail', i, 'A mail of `git format-patch` begins here.');
      mail = true;
    } else if (/^\s*(?:```|~~~)/.test(line)) text.warn('fence', i, 'A code fence stands around the patch.');
    else if (/^diff --(?:cc|combined) |^@@@/.test(line))
      text.warnOnce('combined', i, 'A combined diff of a merge; it can be shown but not applied or compared.');
    else if (!afterFile && line.startsWith('@@ -'))
      text.warn('strayHunk', i, 'A hunk without a file header; git refuses it, and it is not counted.');
    else if (line.startsWith('@@') && afterFile)
      text.warn(
        'badHunkHeader',
        i,
        `This hunk header can't be read, so its lines are not counted: ${line.slice(0, 60)}`,
      );
    else if (!TOOL_NOISE.test(line) && prose < 0) prose = i;
  }
  if (prose >= 0 && !mail)
    text.warn('prose', prose, `Text that is no part of a patch: ${text.header(prose).slice(0, 60)}`);
};

export const warnOfHunk = (text: PatchText, hunk: Hunk): void => {
  const at = hunk.line - 1;
  const said = `-${hunk.oldCount} +${hunk.newCount}`;
  const found = `-${hunk.found.old} +${hunk.found.new}`;
  if (hunk.counts === 'dropped')
    text.warn('countsTooSmall', at, `The header counts ${said} lines, ${found} are there: git drops the rest unsaid.`);
  if (hunk.counts === 'corrupt' && said === found)
    text.warn('noChange', at, 'The hunk changes no line: git calls this patch corrupt.');
  else if (hunk.counts === 'corrupt')
    text.warn('countsWrong', at, `The header counts ${said} lines, ${found} are there: git calls this patch corrupt.`);
  if (hunk.stray) text.warn('strayHunk', at, 'Something stands before this hunk: git refuses it as without a header.');
  if (hunk.header.endsWith('\r\n'))
    text.warnOnce(
      'crlf',
      at,
      'The lines of the patch itself end in CRLF; git looks for the carriage returns in the file.',
    );
  const last = hunk.lines.at(-1);
  if (last?.end === '')
    text.warn(
      'noFinalNewline',
      at + hunk.lines.length,
      'The patch ends in the middle of a line: git calls it corrupt.',
    );
};

const hasContext = (hunk: Hunk): boolean => hunk.lines.some((line) => line.kind === 'context');

/** A hunk without context, unless it can be the whole of a small file, as is every hunk of an added or deleted one. */
const zeroContextHunk = (file: FilePatch): Hunk | undefined => {
  if (file.kind === 'added' || file.kind === 'deleted') return undefined;
  const whole = file.hunks.length === 1 && (file.hunks[0]?.oldStart ?? 0) <= 1;
  return whole ? undefined : file.hunks.find((hunk) => !hasContext(hunk));
};

export const warnOfFile = (text: PatchText, file: FilePatch, seen: Set<string>, changes: boolean): void => {
  const at = file.line - 1;
  const path = pathOf(file);
  if (file.unsafe) text.warn('unsafePath', at, `${path} ${UNSAFE[file.unsafe]}: it will not be written.`);
  if (!changes) text.warn('emptyFile', at, `${path}: a header without a change; git calls that garbage.`);
  if (seen.has(path)) text.warn('fileTwice', at, `${path} appears twice; its second part applies after its first.`);
  seen.add(path);
  if (file.newMode === '160000' || file.oldMode === '160000')
    text.warn('submodule', at, `${path} is a submodule; its commit changes, no file does.`);
  const bareHunk = zeroContextHunk(file);
  if (bareHunk)
    text.warn('zeroContext', bareHunk.line - 1, `${path}: a hunk without context; git wants --unidiff-zero for it.`);
};
