import { isUtf8 } from 'node:buffer';
import type { RawRecord, RecordCut } from '../../core/run/trajectory/trajectoryFormat';
import { isNestedDeeper, maxLevels } from '../../core/shared/nesting';
import { parseJson } from '../files/jsonText';
import type { CutValue } from './cutValue';

/** Longest record that is read, in bytes. A longer one is said, and reachable by its range alone. */
export const maxRecordBytes = 64 * 1024 * 1024;

const wholeValue: readonly never[] = [];
const noUtf8 = 'Some bytes are no UTF-8 and are shown as \ufffd.';
const tooDeep = `Lists and objects in it stand over ${maxLevels} deep in each other.`;
const tooLong = (bytes: number): string =>
  `${Math.round(bytes / 1024 / 1024)} MiB in one piece; at most ${maxRecordBytes / 1024 / 1024} MiB are read. ` +
  'Its raw bytes can be seen.';

type Read = Pick<RawRecord, 'value' | 'broken' | 'note'>;

const readText = (bytes: Uint8Array): Read => {
  const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  return isUtf8(bytes) ? { value, broken: null } : { value, broken: null, note: noUtf8 };
};

/** The quick way first: most records are good JSON in good UTF-8. */
const readJson = (bytes: Uint8Array): Read => {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
    if (isNestedDeeper(value)) return { value: null, broken: tooDeep };
    return isUtf8(bytes) ? { value, broken: null } : { value, broken: null, note: noUtf8 };
  } catch {
    const parsed = parseJson(bytes);
    if (!parsed.ok) return { value: null, broken: parsed.reason };
    return { value: parsed.value, broken: null, ...(parsed.note === null ? {} : { note: parsed.note }) };
  }
};

/** A record out of the bytes of its range. Never throws: what can't be read is `broken`, with the reason. */
export const rawRecord = (file: string, cut: RecordCut['kind'], value: CutValue): RawRecord => {
  const { place, start, end, bytes } = value;
  const ref = { file, start, end, at: wholeValue };
  if (bytes === null) return { ref, place, value: null, broken: tooLong(end - start) };
  return { ref, place, ...(cut === 'text' ? readText(bytes) : readJson(bytes)) };
};

const isBlankByte = (byte: number | undefined): boolean => byte === 10 || byte === 13 || byte === 32 || byte === 9;

/** A line without its end and the blanks around it; null where nothing else is in it. */
export const bareLine = (line: CutValue): CutValue | null => {
  if (line.bytes === null) return line;
  let end = line.bytes.length;
  while (end > 0 && isBlankByte(line.bytes[end - 1])) end--;
  return end === 0 ? null : { ...line, end: line.start + end, bytes: line.bytes.subarray(0, end) };
};
