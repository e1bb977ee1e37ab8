import type { Hunk, HunkCounts, LineKind, PatchLine } from './patch';
import type { PatchText } from './patchText';

const HEADER = /^@@ -(\d{1,15})(?:,(\d{1,15}))? \+(\d{1,15})(?:,(\d{1,15}))? @@(.*)$/s;

export type Draft<T> = { -readonly [K in keyof T]: T[K] };

const kindOfLine = (text: PatchText, index: number): LineKind | 'marker' | 'other' => {
  const line = text.at(index);
  const code = line.charCodeAt(0);
  if (code === 43) return 'added';
  if (code === 45) return 'removed';
  if (code === 32 || line === '' || line === '\r') return 'context';
  return code === 92 && line.startsWith('\\ ') ? 'marker' : 'other';
};

const readLine = (text: PatchText, index: number, kind: LineKind): Draft<PatchLine> => {
  const line = text.at(index);
  const bare = line === '' || line === '\r';
  const from = bare ? 0 : 1;
  if (!text.hasLineFeed(index)) return { kind, text: line.slice(from), end: '', bare, noNewline: null };
  const carriage = line.charCodeAt(line.length - 1) === 13;
  return {
    kind,
    text: carriage ? line.slice(from, -1) : line.slice(from),
    end: carriage ? '\r\n' : '\n',
    bare,
    noNewline: null,
  };
};

/** Reads the lines below a header; keeps count of what the header still promises. */
class HunkBody {
  readonly lines: Draft<PatchLine>[] = [];
  constructor(
    private readonly text: PatchText,
    private oldLeft: number,
    private newLeft: number,
    /** 0-based index of the next line. */
    public index: number,
  ) {}

  get filled(): boolean {
    return this.oldLeft === 0 && this.newLeft === 0;
  }

  /** Takes the lines that the counts promise, as git does. False where git calls the hunk corrupt. */
  takeDeclared(): boolean {
    while (!this.filled) {
      const kind = this.kindHere();
      if (kind === 'other') return false;
      if (kind === 'removed' && this.isBoundary()) return false;
      this.take(kind);
      if (this.oldLeft < 0 || this.newLeft < 0) return false;
    }
    if (this.kindHere() === 'marker') this.take('marker');
    return true;
  }

  /** Takes what still looks like lines of the hunk; trailing empty lines are left, since prose begins so too. */
  takeFound(): void {
    const keep = { lines: this.lines.length, index: this.index };
    for (let kind = this.kindHere(); kind !== 'other'; kind = this.kindHere()) {
      if (this.text.isPlainHeader(this.index) || this.text.isSignature(this.index)) break;
      this.take(kind);
      if (this.lines.at(-1)?.bare && kind !== 'marker') continue;
      keep.lines = this.lines.length;
      keep.index = this.index;
    }
    this.lines.length = keep.lines;
    this.index = keep.index;
  }

  /** Drops empty lines at the end that were taken for context though the counts didn't come out. */
  dropTrailingBlanks(): void {
    for (let last = this.lines.at(-1); last?.bare && last.noNewline === null; last = this.lines.at(-1)) {
      this.lines.pop();
      this.index -= 1;
    }
  }

  /** A header or signature that looks like a removed line, unless the counts promise exactly that line. */
  private isBoundary(): boolean {
    const { oldLeft, newLeft, index } = this;
    if (this.text.isPlainHeader(index)) return oldLeft !== 1 || newLeft !== 1;
    return this.text.isSignature(index) && (oldLeft !== 1 || newLeft !== 0);
  }

  private kindHere(): LineKind | 'marker' | 'other' {
    const kind = this.index < this.text.count ? kindOfLine(this.text, this.index) : 'other';
    return kind === 'marker' && this.lines.length === 0 ? 'other' : kind;
  }

  private take(kind: LineKind | 'marker'): void {
    const index = this.index++;
    if (kind !== 'marker') {
      if (kind !== 'added') this.oldLeft -= 1;
      if (kind !== 'removed') this.newLeft -= 1;
      this.lines.push(readLine(this.text, index, kind));
      return;
    }
    const last = this.lines.at(-1);
    // A second marker in a row says nothing about the file but must be written again.
    if (last) last.noNewline = (last.noNewline ?? '') + this.text.raw(index, index + 1);
  }
}

const countFound = (lines: readonly PatchLine[]): { readonly old: number; readonly new: number } => {
  let old = 0;
  let next = 0;
  for (const line of lines) {
    if (line.kind !== 'added') old += 1;
    if (line.kind !== 'removed') next += 1;
  }
  return { old, new: next };
};

export interface HunkRead {
  readonly hunk: Draft<Hunk>;
  /** 0-based index of the first line after the hunk. */
  readonly next: number;
}

/** Reads the hunk whose header stands at `index`; null where the line is no hunk header that can be read. */
export const readHunk = (text: PatchText, index: number): HunkRead | null => {
  const match = HEADER.exec(text.header(index));
  if (!match) return null;
  const [oldStart, oldCount, newStart, newCount] = [match[1], match[2] ?? 1, match[3], match[4] ?? 1].map(Number);
  if (oldStart === undefined || oldCount === undefined || newStart === undefined || newCount === undefined) return null;
  const body = new HunkBody(text, oldCount, newCount, index + 1);
  const complete = body.takeDeclared();
  const declaredLines = body.lines.length;
  body.takeFound();
  if (!complete) body.dropTrailingBlanks();
  // Git also refuses a hunk whose counted lines are context alone.
  const changes = body.lines.slice(0, declaredLines).some((line) => line.kind !== 'context');
  const counts: HunkCounts =
    !complete || !changes ? 'corrupt' : body.lines.length > declaredLines ? 'dropped' : 'right';
  const hunk = {
    oldStart,
    newStart,
    oldCount,
    newCount,
    found: countFound(body.lines),
    counts,
    lines: body.lines,
    declaredLines: complete ? declaredLines : body.lines.length,
    section: match[5] ?? '',
    header: text.raw(index, index + 1),
    line: index + 1,
    stray: false,
    trailing: '',
  };
  return { hunk, next: body.index };
};
