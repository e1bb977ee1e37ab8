import type { PatchWarning, WarningKind } from './patch';

/**
 * A patch's text as lines, cut at line feeds only, so that carriage returns stay where they are and any run of lines
 * can be given back raw.
 */
export class PatchText {
  readonly lines: readonly string[];
  /** Number of lines; a final line feed opens no further line. */
  readonly count: number;
  private readonly found: PatchWarning[] = [];
  private readonly saidOnce = new Set<WarningKind>();

  constructor(text: string) {
    this.lines = text.split('\n');
    this.count = this.lines.at(-1) === '' ? this.lines.length - 1 : this.lines.length;
  }

  /** Line at the 0-based index, '' beyond the end. */
  at(index: number): string {
    return this.lines[index] ?? '';
  }

  /** Line without a carriage return at its end: for headers, never for contents. */
  header(index: number): string {
    const line = this.at(index);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  hasLineFeed(index: number): boolean {
    return index < this.lines.length - 1;
  }

  /** The raw text of lines `from` up to but not including `to`. */
  raw(from: number, to: number): string {
    if (from >= to) return '';
    const text = to === from + 1 ? this.at(from) : this.lines.slice(from, to).join('\n');
    return this.hasLineFeed(to - 1) ? `${text}\n` : text;
  }

  warn(kind: WarningKind, index: number, text: string): void {
    this.found.push({ kind, line: index + 1, text });
  }

  warnOnce(kind: WarningKind, index: number, text: string): void {
    if (!this.saidOnce.has(kind)) this.warn(kind, index, text);
    this.saidOnce.add(kind);
  }

  warnings(): readonly PatchWarning[] {
    return this.found.sort((a, b) => a.line - b.line);
  }

  /** `--- x`, `+++ y`, `@@ -`: the only thing by which a plain header differs from a removed and an added line. */
  isPlainHeader(index: number): boolean {
    return (
      this.at(index).startsWith('--- ') &&
      this.at(index + 1).startsWith('+++ ') &&
      this.at(index + 2).startsWith('@@ -')
    );
  }

  /** The `-- ` line and version that end a mail of `git format-patch`. */
  isSignature(index: number): boolean {
    const line = this.header(index);
    if (line !== '-- ' && line !== '--') return false;
    if (!/^\d+\.\d+[\w.() -]*$/.test(this.header(index + 1))) return false;
    const next = this.header(index + 2);
    return next === '' || next.startsWith('From ');
  }
}
