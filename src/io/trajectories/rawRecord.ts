import { isUtf8 } from 'node:buffer';
import type { RawRecord, RecordCut } from '../../core/run/trajectory/trajectoryFormat';
import { isNestedDeeper, maxLevels } from '../../core/shared/nesting';
import { parseJson } from '../files/jsonText';
import type { CutValue } from './cutValue';

/** Longest record that is read whole, in bytes. Of a longer one the long texts are cut, which is said. */
export const maxRecordBytes = 64 * 1024 * 1024;

const wholeValue: readonly never[] = [];
const noUtf8 = 'Some bytes are no UTF-8 and are shown as \ufffd.';
const tooDeep = `Lists and objects in it stand over ${maxLevels} deep in each other.`;
const tooLong = (bytes: number): string =>
  `${Math.round(bytes / 1024 / 1024)} MiB in one piece; at most ${maxRecordBytes / 1024 / 1024} MiB are read. ` +
  'Its raw bytes can be seen.';

const shortened = (bytes: number): string =>
  `${(bytes / 1024 / 1024).toFixed(1)} MiB of its long texts are left out: at most ` +
  `${maxRecordBytes / 1024 / 1024} MiB of one piece are read. Its raw bytes can be seen.`;

type Read = Pick<RawRecord, 'value' | 'broken' | 'note'>;

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Bytes that are no UTF-8 leave this character in the text; without it there are none. */
const isGood = (text: string, bytes: Uint8Array): boolean => !text.includes('\ufffd') || isUtf8(bytes);

const readText = (bytes: Uint8Array): Read => {
  const value = bufferOf(bytes).toString('utf8');
  return isGood(value, bytes) ? { value, broken: null } : { value, broken: null, note: noUtf8 };
};

/** The quick way first: most records are good JSON in good UTF-8. */
const readJson = (bytes: Uint8Array): Read => {
  try {
    const text = bufferOf(bytes).toString('utf8');
    const value: unknown = JSON.parse(text);
    // Each level takes two bytes at the least.
    if (bytes.length > 2 * maxLevels && isNestedDeeper(value)) return { value: null, broken: tooDeep };
    return isGood(text, bytes) ? { value, broken: null } : { value, broken: null, note: noUtf8 };
  } catch {
    const parsed = parseJson(bytes);
    if (!parsed.ok) return { value: null, broken: parsed.reason };
    return { value: parsed.value, broken: null, ...(parsed.note === null ? {} : { note: parsed.note }) };
  }
};

/** A record out of the bytes of its range. Never throws: what can't be read is `broken`, with the reason. */
export const rawRecord = (file: string, cut: RecordCut['kind'], value: CutValue): RawRecord => {
  const { place, start, end, bytes, left = 0 } = value;
  const ref = { file, start, end, at: wholeValue };
  if (bytes === null) return { ref, place, value: null, broken: tooLong(end - start) };
  const read = cut === 'text' ? readText(bytes) : readJson(bytes);
  const record = { ref, place, value: read.value, broken: read.broken };
  const note = [...(left > 0 ? [shortened(left)] : []), ...(read.note === undefined ? [] : [read.note])].join(' ');
  return note === '' ? record : { ...record, note };
};
