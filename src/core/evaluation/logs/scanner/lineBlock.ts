import type { LogLine } from '../lineParser';
import { census, countLineFeeds, type WordView } from './byteSets';
import { plainLineEnds } from './lineEnds';

const CR = 0x0d;
/** Reading one line alone costs about as much as reading so many bytes at once. */
const BYTES_FOR_ONE = 2048;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true });

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * Some whole lines of a log. A line feed stands before the first byte (index 0) and ends each line, whatever did in the
 * log. Lines are asked for in their order.
 */
export class LineBlock {
  /** Index after the last line end. */
  readonly end: number;
  /** Whether there are control characters beside line feeds. */
  readonly controls: boolean;
  private readonly wide: boolean;
  private readonly removed: readonly number[];
  private text: string | null = null;
  private alone = 0;
  /** Up to where line ends were counted. */
  private counted = 1;
  private passed = 0;
  /** A line and where it begins in the text, for texts in which a byte is not a unit. */
  private known = { line: 0, at: 0 };

  /** `length` bytes from index 1, the last of which ends a line; `offset` is the place of the first in the log. */
  constructor(
    private readonly view: WordView,
    length: number,
    private readonly offset: number,
    private lines: number,
  ) {
    const { wide, controls } = census(view, length + 1);
    const content = view.bytes.subarray(1, length + 1);
    const plain = controls && content.includes(CR) ? plainLineEnds(content, length) : { length, removed: [] };
    this.wide = wide;
    this.controls = controls;
    this.removed = plain.removed;
    this.end = plain.length + 1;
    this.known.line = lines;
  }

  /** The line whose bytes are `[start, end)` of the block. */
  line(start: number, end: number): LogLine {
    this.lines += countLineFeeds(this.view, this.counted, start);
    this.counted = start;
    while ((this.removed[this.passed] ?? start) < start - 1) this.passed += 1;
    const shift = this.offset - 1 + this.passed;
    return { line: this.lines + 1, start: start + shift, end: end + shift, text: this.textOf(start, end) };
  }

  /** Number of lines in the log up to the end of the block. */
  countLines(): number {
    return this.lines + countLineFeeds(this.view, this.counted, this.end);
  }

  /** Whether all its bytes are UTF-8. */
  isUtf8(): boolean {
    if (!this.wide) return true;
    this.text ??= this.decode(1, this.end);
    // The log may hold U+FFFD itself.
    return !this.text.includes('\ufffd') || isUtf8(this.view.bytes.subarray(1, this.end));
  }

  private decode(start: number, end: number): string {
    return decoder.decode(this.view.bytes.subarray(start, end));
  }

  private textOf(start: number, end: number): string {
    if (this.text === null && !this.wide && this.alone < this.end / BYTES_FOR_ONE) {
      this.alone += 1;
      return this.decode(start, end);
    }
    this.text ??= this.decode(1, this.end);
    return this.wide ? this.wideText(this.text) : this.text.slice(start - 1, end - 1);
  }

  /** The current line, found by going from line end to line end. */
  private wideText(text: string): string {
    const { known } = this;
    for (; known.line < this.lines; known.line += 1) known.at = text.indexOf('\n', known.at) + 1;
    return text.slice(known.at, text.indexOf('\n', known.at));
  }
}
