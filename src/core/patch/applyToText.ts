import { err, ok, type Result } from '../shared/result';
import { type FilePatch, fileEnd, type Hunk, type PatchLine } from './patch';

export interface ApplyOptions {
  /** `declared` (default) takes the lines that git takes and refuses hunks that git refuses; `found` takes all. */
  readonly lines?: 'declared' | 'found';
  /** Allow hunks without context at their exact place, as `git apply --unidiff-zero`. */
  readonly unidiffZero?: boolean;
  /** Leave carriage returns at line ends out of the patch, as GNU patch does with a patch whose headers have them. */
  readonly stripCarriageReturns?: boolean;
}

export interface AppliedHunk {
  /** 0-based line of the result at which the hunk begins. */
  readonly at: number;
  /** Lines from where its header says; 0 where it is exactly there. */
  readonly offset: number;
}

export interface Applied {
  /** The file after the patch; null where the patch deletes it. */
  readonly text: string | null;
  readonly hunks: readonly AppliedHunk[];
}

export interface ApplyFault {
  /** 0-based index of the hunk that failed; null where the file as a whole can't take the patch. */
  readonly hunk: number | null;
  readonly reason: string;
}

/** A text as lines that keep their ends, so that a missing final newline is a difference. */
export const splitLines = (text: string): string[] => {
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    const at = text.indexOf('\n', from);
    const to = at < 0 ? text.length : at + 1;
    lines.push(text.slice(from, to));
    from = to;
  }
  return lines;
};

interface Image {
  readonly lines: string[];
  /** Lines that an earlier hunk has written or stood on; no later hunk may match there (git's LINE_PATCHED). */
  readonly taken: boolean[];
}

interface Fragment {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** 0-based line of the image at which to look first. */
  readonly place: number;
}

const contentOf = (line: PatchLine, strip: boolean): string => {
  const end = fileEnd(line);
  return line.text + (strip ? end.replace('\r', '') : end);
};

const fragmentOf = (hunk: Hunk, options: ApplyOptions): Fragment => {
  const lines = options.lines === 'found' ? hunk.lines : hunk.lines.slice(0, hunk.declaredLines);
  const strip = options.stripCarriageReturns ?? false;
  const sideOf = (not: PatchLine['kind']) =>
    lines.filter((line) => line.kind !== not).map((line) => contentOf(line, strip));
  const before = sideOf('added');
  const after = sideOf('removed');
  const zero = options.unidiffZero ?? false;
  // Git counts from the new side, since the image already holds what earlier hunks did. Where the new side is empty
  // its start is the line before; only --unidiff-zero can meet that in the middle of a file.
  const place = after.length === 0 && zero ? hunk.newStart : Math.max(0, hunk.newStart - 1);
  return {
    before,
    after,
    atStart: hunk.oldStart === 0 || (hunk.oldStart === 1 && !zero),
    atEnd: !zero && lines.at(-1)?.kind !== 'context',
    place,
  };
};

/**
 * Whether the file's line is the patch's. Git compares bytes and then the line's hash without blanks, so a patch's
 * line without an end also meets a line that has one (and git then glues the next line to it), unless the hunk must
 * end the file: so do we.
 */
const sameLine = (inFile: string | undefined, inPatch: string): boolean => {
  if (inFile === inPatch || inFile === undefined) return inFile === inPatch;
  if (inPatch.endsWith('\n') || !inFile.startsWith(inPatch)) return false;
  return inFile.slice(inPatch.length).trim() === '';
};

const matchesAt = (image: Image, fragment: Fragment, at: number): boolean => {
  const end = at + fragment.before.length;
  if (end > image.lines.length || (fragment.atEnd && end !== image.lines.length)) return false;
  if (fragment.atStart && at !== 0) return false;
  for (let i = 0; i < fragment.before.length; i++) {
    const [inFile, inPatch] = [image.lines[at + i], fragment.before[i] ?? ''];
    if (image.taken[at + i] || (fragment.atEnd ? inFile !== inPatch : !sameLine(inFile, inPatch))) return false;
  }
  return true;
};

/** Git's search (apply.c, `find_pos`): the place itself, then one line further on, one back, two on, and so forth. */
const findPlace = (image: Image, fragment: Fragment): number | null => {
  const last = image.lines.length;
  const wanted = fragment.atStart ? 0 : fragment.atEnd ? last - fragment.before.length : fragment.place;
  const start = wanted < 0 ? last : Math.min(wanted, last);
  if (matchesAt(image, fragment, start)) return start;
  if (fragment.atStart || fragment.atEnd) return null;
  for (let away = 1; start + away <= last || start - away >= 0; away++) {
    if (start + away <= last && matchesAt(image, fragment, start + away)) return start + away;
    if (start - away >= 0 && matchesAt(image, fragment, start - away)) return start - away;
  }
  return null;
};

const replace = (image: Image, fragment: Fragment, at: number): void => {
  const taken = fragment.after.map(() => true);
  const lines = fragment.after;
  // In slices: a hunk may hold more lines than a call takes arguments.
  const { before } = fragment;
  const tailLines = image.lines.splice(at);
  const tailTaken = image.taken.splice(at);
  for (const line of lines) image.lines.push(line);
  for (const flag of taken) image.taken.push(flag);
  for (let i = before.length; i < tailLines.length; i++) {
    image.lines.push(tailLines[i] ?? '');
    image.taken.push(tailTaken[i] ?? false);
  }
};

/** Why git wouldn't even read the hunk. */
const refusalOf = (hunk: Hunk): string | null => {
  if (hunk.counts === 'corrupt') return 'Its counts are wrong, or it changes nothing: git calls the patch corrupt.';
  return hunk.stray ? 'Something stands between it and its header; git refuses a hunk without a header.' : null;
};

const applyHunks = (lines: string[], file: FilePatch, options: ApplyOptions): Result<Applied, ApplyFault> => {
  const image: Image = { lines, taken: lines.map(() => false) };
  const hunks: AppliedHunk[] = [];
  for (const [index, hunk] of file.hunks.entries()) {
    const refusal = options.lines === 'found' ? null : refusalOf(hunk);
    if (refusal) return err({ hunk: index, reason: refusal });
    const fragment = fragmentOf(hunk, options);
    const at = findPlace(image, fragment);
    if (at === null) return err({ hunk: index, reason: "Its context and removed lines don't stand in the file." });
    replace(image, fragment, at);
    hunks.push({ at, offset: at - fragment.place });
  }
  const text = image.lines.join('');
  if (file.kind !== 'deleted') return ok({ text, hunks });
  return text === ''
    ? ok({ text: null, hunks })
    : err({ hunk: null, reason: 'The patch deletes the file but leaves text in it.' });
};

/**
 * Applies one file's hunks to its text in memory by git's rule: context must match exactly, at the place of the
 * header or the nearest other place; no fuzz. `fileText` is null where there is no such file. A patch that lacks its
 * last line end is taken as if it had it (git refuses it; the parser warns). Never writes anything.
 */
export const applyToText = (
  fileText: string | null,
  file: FilePatch,
  options: ApplyOptions = {},
): Result<Applied, ApplyFault> => {
  if (file.binary) return err({ hunk: null, reason: 'A binary change is applied by git only.' });
  if (file.kind === 'added' && fileText !== null)
    return err({ hunk: null, reason: 'The patch adds the file, but it is there already.' });
  if (file.kind !== 'added' && fileText === null)
    return err({ hunk: null, reason: 'The patch changes a file that is not there.' });
  return applyHunks(splitLines(fileText ?? ''), file, options);
};
