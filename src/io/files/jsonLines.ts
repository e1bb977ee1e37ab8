import type { Row, RowSpan } from '../../core/shared/files';
import { DamagedStream } from './byteStream';
import { parseJson } from './jsonText';

/** Longest row that is read, in bytes. A longer one is said and left out; it is never held in memory. */
export const maxRowBytes = 64 * 1024 * 1024;

export interface Line {
  /** 1-based. */
  readonly number: number;
  /** Of the line's first byte, counted from the first chunk. */
  readonly offset: number;
  /** Without its line end (LF or CRLF); empty where the line is too long. */
  readonly bytes: Uint8Array;
  /** Length of a line that is over the limit; null for all others. */
  readonly tooLong: number | null;
  /** Whether a line end follows. */
  readonly ended: boolean;
}

class LineBuffer {
  private parts: Uint8Array[] = [];
  private length = 0;
  private number = 1;
  private offset = 0;

  constructor(private readonly limit: number) {}

  get waiting(): boolean {
    return this.length > 0;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length <= this.limit) this.parts.push(part);
    else this.parts = [];
  }

  take(ended: boolean): Line {
    const tooLong = this.length > this.limit ? this.length : null;
    const whole = this.parts.length === 1 && this.parts[0] ? this.parts[0] : Buffer.concat(this.parts);
    const bytes = ended && whole.at(-1) === 13 ? whole.subarray(0, -1) : whole;
    const line = { number: this.number, offset: this.offset, bytes, tooLong, ended };
    this.parts = [];
    this.offset += this.length + 1;
    this.length = 0;
    this.number += 1;
    return line;
  }
}

/** Splits bytes at LF, holding no more than one line and no line over `limit` bytes. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, limit = maxRowBytes): AsyncGenerator<Line> {
  const buffer = new LineBuffer(limit);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
      buffer.add(chunk.subarray(start, end));
      yield buffer.take(true);
      start = end + 1;
    }
    buffer.add(chunk.subarray(start));
  }
  if (buffer.waiting) yield buffer.take(false);
}

const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 32 || byte === 9 || byte === 13);

const withoutMark = (line: Line): Uint8Array =>
  line.number === 1 && line.bytes[0] === 0xef && line.bytes[1] === 0xbb ? line.bytes.subarray(3) : line.bytes;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

const spanOf = ({ number, offset, bytes }: Line): RowSpan => ({ offset, length: bytes.length, line: number });

const rowOf = (line: Line, limit: number, seekable: boolean): Row => {
  const place = `row ${line.number}`;
  if (line.tooLong !== null) {
    const reason = `The line has ${megabytes(line.tooLong)}; at most ${megabytes(limit)} are read. Shorten or split it.`;
    return { kind: 'broken', place, reason };
  }
  const parsed = parseJson(withoutMark(line));
  if (parsed.ok) {
    const { value, note } = parsed;
    return { kind: 'row', place, key: null, value, note, ...(seekable ? { span: spanOf(line) } : {}) };
  }
  const cut = line.ended ? '' : ' It is the last line and has no line end: the file may be cut.';
  return { kind: 'broken', place, reason: parsed.reason + cut };
};

/**
 * JSON lines as rows. `row 7` is line 7; blank lines are passed over. Damaged gzip ends the rows with a broken one.
 * `seekable`: the chunks are the file's own bytes, so that rows say where they stand.
 */
export async function* jsonLineRows(
  chunks: AsyncIterable<Uint8Array>,
  limit = maxRowBytes,
  seekable = false,
): AsyncGenerator<Row> {
  let last = 0;
  try {
    for await (const line of splitLines(chunks, limit)) {
      last = line.number;
      if (line.tooLong === null && isBlank(line.bytes)) continue;
      yield rowOf(line, limit, seekable);
    }
  } catch (error) {
    if (!(error instanceof DamagedStream)) throw error;
    yield { kind: 'broken', place: `row ${last + 1}`, reason: error.message };
  }
}

/** One row out of the bytes of its line alone, with the row that the whole file gives for it. */
export const rowOfBytes = (bytes: Uint8Array, number: number): Row =>
  rowOf({ number, offset: 0, bytes, tooLong: null, ended: true }, maxRowBytes, false);
