/** What a line of a hunk does. */
export type LineKind = 'context' | 'added' | 'removed';

/** One line of a hunk, with everything needed to write it again byte for byte. */
export interface PatchLine {
  readonly kind: LineKind;
  /** The line without its sign and without its end. May hold a carriage return in its middle. */
  readonly text: string;
  /** Line end in the patch; '' only where the patch itself stops without one. */
  readonly end: '\n' | '\r\n' | '';
  /** An empty context line written without its leading blank (newer GNU diff, or blanks stripped on the way). */
  readonly bare: boolean;
  /** The raw `\ No newline at end of file` line after it, with its end; null where the line has an end in the file. */
  readonly noNewline: string | null;
}

/**
 * Whether the header's counts are those of the lines: `right`; `dropped` where they are too small, so that git takes
 * the first `declaredLines` lines and drops the rest without a word; `corrupt` where git refuses the patch (also a hunk
 * that changes nothing).
 */
export type HunkCounts = 'right' | 'dropped' | 'corrupt';

export interface Hunk {
  /** Start lines as declared, 1-based; the line before where the count is 0 (the unified format's convention). */
  readonly oldStart: number;
  readonly newStart: number;
  /** Counts as declared in the header. */
  readonly oldCount: number;
  readonly newCount: number;
  /** Counts as found. */
  readonly found: { readonly old: number; readonly new: number };
  readonly counts: HunkCounts;
  /** All lines found; git takes the first `declaredLines`. */
  readonly lines: readonly PatchLine[];
  readonly declaredLines: number;
  /** Text after the second `@@`, as written. */
  readonly section: string;
  /** The raw `@@` line with its end. */
  readonly header: string;
  /** 1-based line of the header in the patch. */
  readonly line: number;
  /** Something stands between this hunk and its header or the hunk before it, for which git refuses the patch. */
  readonly stray: boolean;
  /** Raw text after the hunk that belongs to no hunk or file (prose, mail signature, fence). */
  readonly trailing: string;
}

/** What happens to the file. Whether it is binary stands apart in `binary`: a binary can be added or renamed too. */
export type FileKind = 'modified' | 'added' | 'deleted' | 'renamed' | 'copied' | 'mode';

/** Why a path must never be written: it leaves the tree, or reaches git's own folder. */
export type UnsafeReason = 'absolute' | 'parent' | 'git' | 'nul' | 'drive' | 'link' | 'empty';

export interface FilePatch {
  /** Path before the change without prefix, `/` between parts; null for an added file. */
  readonly oldPath: string | null;
  /** Path after the change; null for a deleted file. */
  readonly newPath: string | null;
  readonly kind: FileKind;
  /** `data`: a `GIT binary patch` with its bytes; `named`: `Binary files ... differ` alone, which can't be applied. */
  readonly binary: 'data' | 'named' | null;
  /** Octal modes as written, for example `100755`; null where the patch doesn't say. */
  readonly oldMode: string | null;
  readonly newMode: string | null;
  /** Written by git (`diff --git`) or plain (`---`, `+++`). */
  readonly form: 'git' | 'plain';
  readonly hunks: readonly Hunk[];
  readonly unsafe: UnsafeReason | null;
  /** 1-based line of the header in the patch. */
  readonly line: number;
  /** Raw header up to the first hunk or binary part. */
  readonly header: string;
  /** Raw binary part; '' where there is none. */
  readonly body: string;
  /** Raw text between the header and the first hunk that belongs to neither. */
  readonly trailing: string;
}

export type WarningKind =
  | 'bom'
  | 'mail'
  | 'prose'
  | 'fence'
  | 'crlf'
  | 'noFinalNewline'
  | 'countsTooSmall'
  | 'countsWrong'
  | 'noChange'
  | 'zeroContext'
  | 'badHunkHeader'
  | 'strayHunk'
  | 'emptyFile'
  | 'fileTwice'
  | 'noPrefix'
  | 'unsafePath'
  | 'pathNotUtf8'
  | 'combined'
  | 'submodule';

export interface PatchWarning {
  readonly kind: WarningKind;
  /** 1-based line in the patch. */
  readonly line: number;
  /** One sentence for people: what was met and what git makes of it. */
  readonly text: string;
}

export interface Patch {
  /** False where the text holds no change that could be applied: prose, or nothing. */
  readonly isPatch: boolean;
  /** Raw text before the first file. */
  readonly preamble: string;
  readonly files: readonly FilePatch[];
  /** In the order of lines. */
  readonly warnings: readonly PatchWarning[];
}

/** The path by which people know the file: where it ends up, or where it was when it is deleted. */
export const pathOf = (file: FilePatch): string => file.newPath ?? file.oldPath ?? '';

/** The line's end in the file, as opposed to in the patch: none where the marker says so, but for a carriage return. */
export const fileEnd = (line: PatchLine): string => {
  if (line.noNewline === null) return line.end === '' ? '\n' : line.end;
  return line.end === '\r\n' ? '\r' : '';
};
