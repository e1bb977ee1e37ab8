import { DamagedStream } from './byteStream';
import { maxRowBytes } from './jsonLines';

/** One record of a CSV file: its bytes without the line end. Quoted fields may hold line ends of their own. */
export interface CsvRecord {
  readonly bytes: Uint8Array;
  /** Length of a record that is over the limit, whose bytes were not held; null for all others. */
  readonly tooLong: number | null;
  /** 1-based line of the file on which it begins. */
  readonly line: number;
  /** Whether the file ended inside a quoted field. */
  readonly open: boolean;
  /** Why the bytes stopped early; null where they did not. */
  readonly damage: string | null;
}

const quote = 34;
const lineFeed = 10;

/** Where in a field the scan stands: before it, in bare text, in quotes, or behind a quote inside quotes. */
type Place = 'start' | 'bare' | 'quoted' | 'closing';

/** Follows a CSV file byte by byte and cuts it between records, holding no record over the limit. */
class RecordSplitter {
  private parts: Uint8Array[] = [];
  private length = 0;
  private place: Place = 'start';
  private line = 1;
  private firstLine = 1;

  constructor(
    private readonly delimiter: number,
    private readonly limit: number,
  ) {}

  *take(chunk: Uint8Array): Generator<CsvRecord> {
    let from = 0;
    for (let i = 0; i < chunk.length; ) {
      if (this.place === 'quoted') {
        i = this.inQuotes(chunk, i);
        continue;
      }
      const byte = chunk[i] as number;
      i += 1;
      if (byte === lineFeed) {
        this.line += 1;
        this.keep(chunk.subarray(from, i - 1));
        from = i;
        yield this.record(null);
      } else this.step(byte);
    }
    this.keep(chunk.subarray(from));
  }

  *rest(damage: string | null): Generator<CsvRecord> {
    if (this.length > 0 || damage !== null) yield this.record(damage);
  }

  private step(byte: number): void {
    if (byte === this.delimiter) this.place = 'start';
    else if (byte === quote && this.place !== 'bare') this.place = 'quoted';
    else this.place = 'bare';
  }

  /** Jumps to behind the next quote, counting lines on the way. */
  private inQuotes(chunk: Uint8Array, from: number): number {
    const found = chunk.indexOf(quote, from);
    const end = found < 0 ? chunk.length : found;
    for (let i = from; i < end; i++) if (chunk[i] === lineFeed) this.line += 1;
    if (found < 0) return end;
    this.place = 'closing';
    return end + 1;
  }

  private keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length <= this.limit) this.parts.push(part);
    else this.parts = [];
  }

  private record(damage: string | null): CsvRecord {
    const tooLong = this.length > this.limit ? this.length : null;
    const whole = this.parts.length === 1 && this.parts[0] ? this.parts[0] : Buffer.concat(this.parts);
    const bytes = whole.at(-1) === 13 ? whole.subarray(0, -1) : whole;
    const record = { bytes, tooLong, line: this.firstLine, open: this.place === 'quoted', damage };
    this.parts = [];
    this.length = 0;
    this.place = 'start';
    this.firstLine = this.line;
    return record;
  }
}

/** The records of a CSV file (RFC 4180, LF or CRLF) as they stream by; a damaged stream ends with a damaged record. */
export async function* csvRecords(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: number,
  limit = maxRowBytes,
): AsyncGenerator<CsvRecord> {
  const splitter = new RecordSplitter(delimiter, limit);
  let damage: string | null = null;
  try {
    for await (const chunk of chunks) yield* splitter.take(chunk);
  } catch (error) {
    if (!(error instanceof DamagedStream)) throw error;
    damage = error.message;
  }
  yield* splitter.rest(damage);
}
