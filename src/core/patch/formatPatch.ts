import type { FilePatch, Hunk, Patch, PatchLine } from './patch';

const SIGN = { context: ' ', added: '+', removed: '-' } as const;

const formatLine = (line: PatchLine): string =>
  `${line.bare ? '' : SIGN[line.kind]}${line.text}${line.end}${line.noNewline ?? ''}`;

const formatHunk = (hunk: Hunk): string => hunk.header + hunk.lines.map(formatLine).join('') + hunk.trailing;

/** One file's part of the patch, byte for byte: header, binary part, hunks. */
const formatFile = (file: FilePatch): string =>
  file.header + file.body + file.trailing + file.hunks.map(formatHunk).join('');

/** Writes what `parsePatch` read, byte for byte. */
export const formatPatch = (patch: Patch): string => patch.preamble + patch.files.map(formatFile).join('');
