import type { Position, Range } from 'vscode-languageserver/node';
import type { TextDocument, TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import type { RowPiece, RowSheet } from './rowSheet';

/** One line with its end. What is known of it goes with it, so an edit loses only the lines that it touches. */
interface Line extends RowPiece {
  readonly end: '\n' | '\r\n' | '\r' | '';
}

const lineOf = (text: string, end: Line['end']): Line => ({ text, end, key: null, lead: 0, facts: null });

/** Lines of a text; ends are LF, CRLF and CR alone, as the protocol has them. Linear: searches for the ends alone. */
const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  let start = 0;
  let feed = text.indexOf('\n');
  let back = text.indexOf('\r');
  while (feed >= 0 || back >= 0) {
    const at = feed < 0 ? back : back < 0 ? feed : Math.min(feed, back);
    const end = at === feed ? '\n' : at + 1 === feed ? '\r\n' : '\r';
    lines.push(lineOf(text.slice(start, at), end));
    start = at + end.length;
    if (feed >= 0 && feed < start) feed = text.indexOf('\n', start);
    if (back >= 0 && back < start) back = text.indexOf('\r', start);
  }
  lines.push(lineOf(text.slice(start), ''));
  return lines;
};

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

const ordered = ({ start, end }: Range): readonly [Position, Position] =>
  start.line > end.line || (start.line === end.line && start.character > end.character) ? [end, start] : [start, end];

/** Arguments that one call takes. */
const mostAtOnce = 10_000;

/**
 * A document that is held line by line: an edit of a file of 45 MB makes the lines anew that it touches, and neither
 * copies nor looks through the others. JSON lines are read as such; each line is the text of one row.
 */
export class LinedText implements TextDocument, RowSheet {
  readonly shape = 'lines';
  readonly unread = 0;
  private lines: Line[];
  /** Offset of every line's start, made when an offset is asked for; rows need none. */
  private starts: number[] | null = null;

  constructor(
    readonly uri: string,
    readonly languageId: string,
    public version: number,
    text: string,
  ) {
    this.lines = linesOf(text);
  }

  get lineCount(): number {
    return this.lines.length;
  }

  get pieces(): readonly RowPiece[] {
    return this.lines;
  }

  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) {
      if ('range' in change) this.replace(change.range, change.text);
      else this.lines = linesOf(change.text);
      this.starts = null;
    }
    this.version = version;
  }

  position(at: number, offset: number): Position {
    return { line: at, character: clamp(offset, this.lines[at]?.text.length ?? 0) };
  }

  pieceAt({ line, character }: Position): { readonly at: number; readonly offset: number } | null {
    const piece = this.lines[line];
    return piece ? { at: line, offset: clamp(character, piece.text.length) } : null;
  }

  /** The line with its end; of the last one the end of the line before, so that no blank line is left. */
  removal(at: number): Range {
    const last = at === this.lines.length - 1;
    const start = last && at > 0 ? this.endOf(at - 1) : { line: at, character: 0 };
    return { start, end: last ? this.endOf(at) : { line: at + 1, character: 0 } };
  }

  getText(range?: Range): string {
    if (!range) return this.between({ line: 0, character: 0 }, this.endOf(this.lines.length - 1));
    const [start, end] = ordered(range);
    return this.between(this.valid(start), this.valid(end));
  }

  positionAt(offset: number): Position {
    const starts = this.offsets();
    let [low, high] = [0, starts.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return this.position(low, offset - (starts[low] as number));
  }

  offsetAt(position: Position): number {
    const { line, character } = this.valid(position);
    return (this.offsets()[line] as number) + character;
  }

  getLineRange(line: number): Range {
    const at = this.valid({ line, character: 0 });
    return { start: at, end: line < 0 ? at : this.valid({ line, character: Number.MAX_SAFE_INTEGER }) };
  }

  getEOLCharacters(line: number): string {
    return this.lines[line]?.end ?? '';
  }

  private replace(range: Range, text: string): void {
    const [from, to] = ordered(range).map((position) => this.valid(position)) as [Position, Position];
    const first = this.lines[from.line] as Line;
    const last = this.lines[to.line] as Line;
    const made = linesOf(first.text.slice(0, from.character) + text + last.text.slice(to.character) + last.end);
    // The end of the last line opens a line of its own, which is the one that follows already.
    if (last.end !== '') made.pop();
    this.splice(from.line, to.line, made);
  }

  /** A line feed that comes to stand behind a line that ends in CR alone makes one end of both. */
  private splice(first: number, last: number, made: Line[]): void {
    const before = this.lines[first - 1];
    if (before?.end === '\r' && made[0]?.text === '' && made[0].end === '\n') {
      made.shift();
      this.lines[first - 1] = { ...before, end: '\r\n' };
    }
    this.lines.splice(first, last - first + 1, ...made.slice(0, mostAtOnce));
    for (let at = mostAtOnce; at < made.length; at += mostAtOnce)
      this.lines.splice(first + at, 0, ...made.slice(at, at + mostAtOnce));
  }

  private between(start: Position, end: Position): string {
    const first = this.lines[start.line] as Line;
    if (start.line === end.line) return first.text.slice(start.character, end.character);
    const parts = [first.text.slice(start.character), first.end];
    for (const line of this.lines.slice(start.line + 1, end.line)) parts.push(line.text, line.end);
    parts.push((this.lines[end.line] as Line).text.slice(0, end.character));
    return parts.join('');
  }

  private endOf(line: number): Position {
    return this.position(line, Number.MAX_SAFE_INTEGER);
  }

  private valid({ line, character }: Position): Position {
    if (line < 0) return { line: 0, character: 0 };
    return line >= this.lines.length ? this.endOf(this.lines.length - 1) : this.position(line, character);
  }

  private offsets(): readonly number[] {
    let offset = 0;
    this.starts ??= this.lines.map(({ text, end }) => {
      const start = offset;
      offset += text.length + end.length;
      return start;
    });
    return this.starts;
  }
}
