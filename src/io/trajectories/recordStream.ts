import type { RecordBatch, RecordsEnd } from '../../core/run/trajectory/trajectoryFiles';
import type { RawRecord, RecordCut } from '../../core/run/trajectory/trajectoryFormat';
import { DamagedStream } from '../files/byteStream';
import type { ByteCutter, CutRest } from './cutValue';
import { JsonCutter } from './jsonCutter';
import { LineCutter } from './lineCutter';
import { maxRecordBytes, rawRecord } from './rawRecord';
import { WholeCutter } from './wholeCutter';

const cutterOf = (cut: RecordCut, limit: number, from: number): ByteCutter => {
  if (cut.kind === 'whole') return new WholeCutter(limit);
  if (cut.kind === 'lines' || cut.kind === 'text') return new LineCutter(limit, cut.kind === 'lines', from);
  const arrays = new Set(cut.kind === 'document' ? cut.arrays : []);
  return new JsonCutter((key) => arrays.has(key), limit);
};

/** Cuts one file; knows its name and how many bytes went by. */
class FileRecords {
  private readonly cutter: ByteCutter;

  constructor(
    private readonly file: string,
    private readonly cut: RecordCut,
    limit: number,
    /** Bytes before those that were taken, and they. */
    public bytes: number,
  ) {
    this.cutter = cutterOf(cut, limit, bytes);
  }

  take(chunk: Uint8Array): readonly RawRecord[] {
    this.bytes += chunk.length;
    return this.cutter.take(chunk).map((value) => rawRecord(this.file, this.cut.kind, value));
  }

  /** A last line without its end that is no JSON is a cut one: it may still be written. */
  rest(): Omit<CutRest, 'last'> & { readonly record: RawRecord | null } {
    const { last, ...rest } = this.cutter.rest();
    const record = last === null ? null : rawRecord(this.file, this.cut.kind, last);
    const isCut = this.cut.kind === 'lines' && record !== null && record.broken !== null;
    if (!isCut) return { ...rest, record };
    return { ...rest, record: null, cut: { start: record.ref.start, end: record.ref.end } };
  }
}

/**
 * Cuts a file's bytes into records, a batch per chunk, then says how it ended. Any chunking gives the same records.
 * Holds one record of at most `limit` bytes at a time; a longer one is `broken`, with its range. `from`: where in the
 * file the first byte stands.
 */
export async function* recordStream(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  cut: RecordCut,
  { limit = maxRecordBytes, from = 0 }: { readonly limit?: number; readonly from?: number } = {},
): AsyncGenerator<RecordBatch | RecordsEnd> {
  const records = new FileRecords(file, cut, limit, from);
  let damage: string | null = null;
  try {
    for await (const chunk of chunks) {
      const batch = records.take(chunk);
      if (batch.length > 0) yield { kind: 'records', records: batch };
    }
  } catch (error) {
    if (!(error instanceof DamagedStream)) throw error;
    damage = error.message;
  }
  const { record, ...rest } = records.rest();
  if (record !== null) yield { kind: 'records', records: [record] };
  yield { kind: 'end', bytes: records.bytes, damage, ...rest };
}
