import type { FilePatch, Hunk, Patch } from './patch';
import { linkEscapes } from './patchPath';
import { PatchText } from './patchText';
import { warnOfFile, warnOfHunk, warnOfText } from './patchWarnings';
import { readBinary } from './readBinary';
import { type HeaderRead, readGitHeader, readPlainHeader } from './readHeader';
import { type Draft, readHunk } from './readHunk';

/** Collects files while the lines are walked; text that belongs to nothing goes to what stands before it. */
class PatchDraft {
  preamble = '';
  readonly files: Draft<FilePatch>[] = [];
  private hunks: Draft<Hunk>[] = [];
  constructor(private readonly text: PatchText) {}

  addText(from: number, to: number): void {
    if (from >= to) return;
    const raw = this.text.raw(from, to);
    const holder = this.hunks.at(-1) ?? this.files.at(-1);
    if (holder) holder.trailing += raw;
    else this.preamble += raw;
    warnOfText(this.text, from, to, this.files.length > 0);
  }

  addFile(file: Draft<FilePatch>): void {
    this.hunks = [];
    file.hunks = this.hunks;
    this.files.push(file);
  }

  addHunk(hunk: Draft<Hunk>): void {
    const before = this.hunks.at(-1);
    const between = before ? before.trailing !== '' || before.counts === 'dropped' : this.files.at(-1)?.trailing !== '';
    hunk.stray = between;
    this.hunks.push(hunk);
    warnOfHunk(this.text, hunk);
  }
}

const readFileAt = (text: PatchText, index: number): HeaderRead | null => {
  const line = text.at(index);
  if (line.startsWith('diff --git ')) {
    const { file, next } = readGitHeader(text, index);
    const binary = readBinary(text, next);
    if (!binary) return { file, next };
    return { file: { ...file, binary: binary.binary, body: text.raw(next, binary.next) }, next: binary.next };
  }
  return text.isPlainHeader(index) ? readPlainHeader(text, index) : null;
};

const walk = (text: PatchText, draft: PatchDraft): void => {
  let looseFrom = 0;
  let index = 0;
  while (index < text.count) {
    const code = text.at(index).charCodeAt(0);
    const file = code === 100 || code === 45 ? readFileAt(text, index) : null;
    const hunk = code === 64 && draft.files.length > 0 ? readHunk(text, index) : null;
    if (!file && !hunk) {
      index += 1;
      continue;
    }
    draft.addText(looseFrom, index);
    if (file) draft.addFile(file.file);
    if (hunk) draft.addHunk(hunk.hunk);
    index = file?.next ?? hunk?.next ?? text.count;
    looseFrom = index;
  }
  draft.addText(looseFrom, text.count);
};

/** The target of a symbolic link that the patch makes, which may lead out of the tree although its path doesn't. */
const checkLink = (file: Draft<FilePatch>): void => {
  if (file.newMode !== '120000' || file.newPath === null || file.unsafe) return;
  const target = file.hunks.flatMap((hunk) => hunk.lines).find((line) => line.kind === 'added');
  if (target && linkEscapes(file.newPath, target.text)) file.unsafe = 'link';
};

const changesSomething = (file: FilePatch): boolean =>
  file.hunks.length > 0 || file.binary !== null || file.kind !== 'modified' || file.oldMode !== file.newMode;

/**
 * Reads a patch in git's form or the plain unified one, as people, tools and models write them: with prose, fences or
 * mail around it, CRLF, wrong counts, renames, modes, binaries. Never throws, takes time linear in the text, and
 * loses no byte: `formatPatch` gives the text back. What was odd is in `warnings`, with its line.
 */
export const parsePatch = (input: string): Patch => {
  const bom = input.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = new PatchText(bom ? input.slice(1) : input);
  if (bom) text.warn('bom', 0, 'The text begins with a byte order mark.');
  const draft = new PatchDraft(text);
  walk(text, draft);
  const seen = new Set<string>();
  for (const file of draft.files) {
    checkLink(file);
    warnOfFile(text, file, seen, changesSomething(file));
  }
  return {
    isPatch: draft.files.some(changesSomething),
    preamble: bom + draft.preamble,
    files: draft.files,
    warnings: text.warnings(),
  };
};
