import { isUtf8 } from 'node:buffer';
import type { Row } from '../../core/shared/files';
import { type CsvField, csvFields } from './csvFields';
import { type CsvRecord, csvRecords } from './csvRecords';

/** The header of a CSV file, and what separates its fields. */
export interface CsvHeader {
  readonly columns: readonly string[];
  readonly delimiter: string;
}

const delimiters = [',', '\t', ';'] as const;
const isName = (name: CsvField, index: number): boolean =>
  name === null ? index === 0 : /^[A-Za-z_][\w .:-]{0,100}$/.test(name) && !/\s{2}|[ .:-]$/.test(name);

/** A second column of the same name gets a number; one without a name (the index that pandas writes) gets its place. */
const distinct = (names: readonly CsvField[]): readonly string[] => {
  const seen = new Set<string>();
  return names.map((name, index) => {
    let free = name ?? `Unnamed: ${index}`;
    for (let n = 2; seen.has(free); n++) free = `${name} (${n})`;
    seen.add(free);
    return free;
  });
};

/** The first record of a text, with the line ends that its quoted fields hold. */
const firstRecord = (head: string): string => {
  let open = false;
  for (let i = 0; i < head.length; i++) {
    if (head[i] === '"') open = !open;
    else if (head[i] === '\n' && !open) return head.slice(0, i).replace(/\r$/, '');
  }
  return head;
};

/**
 * The header of a text that is CSV by its beginning: at least two columns, whose names read like names of fields, and
 * something below them. Null for prose and everything else.
 */
export const csvHeader = (head: string): CsvHeader | null => {
  const record = firstRecord(head.replace(/^\ufeff/, ''));
  if (record.length > 16_384 || record.length >= head.trimEnd().length) return null;
  for (const delimiter of delimiters) {
    const read = csvFields(record, delimiter);
    if (read.ok && read.fields.length > 1 && read.fields.every(isName))
      return { columns: distinct(read.fields), delimiter };
  }
  return null;
};

const brokenReason = ({ tooLong, open, line, damage }: CsvRecord): string | null => {
  if (damage !== null) return damage;
  if (tooLong !== null)
    return `The row that begins on line ${line} has ${tooLong} bytes, more than is read at once. Is a quote in it never closed?`;
  return open
    ? `A quote that opens in the row on line ${line} is never closed: the file is cut or broken there.`
    : null;
};

const rowOf = (record: CsvRecord, number: number, { columns, delimiter }: CsvHeader): Row => {
  const place = `row ${number}`;
  const broken = brokenReason(record);
  if (broken !== null) return { kind: 'broken', place, reason: broken };
  const bytes = Buffer.from(record.bytes.buffer, record.bytes.byteOffset, record.bytes.byteLength);
  const read = csvFields(bytes.toString('utf8'), delimiter);
  if (!read.ok) return { kind: 'broken', place, reason: `${read.reason} The row begins on line ${record.line}.` };
  const { fields } = read;
  if (fields.length !== columns.length) {
    const reason = `${columns.length} fields expected, ${fields.length} found; the row begins on line ${record.line}.`;
    return { kind: 'broken', place, reason };
  }
  const value: unknown = Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? null]));
  const note = isUtf8(bytes) ? null : 'Some bytes are no UTF-8 and are shown as \ufffd.';
  return { kind: 'row', place, key: null, value, note };
};

/**
 * The rows of a CSV file below its header, each an object of texts; what stands between two delimiters as nothing at
 * all is null, an empty text in quotes is ''. Blank lines are passed over; `row 7` is the seventh row, not a line.
 */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>, header: CsvHeader): AsyncGenerator<Row> {
  let number = -1;
  for await (const record of csvRecords(chunks, header.delimiter.charCodeAt(0))) {
    if (record.bytes.length === 0 && brokenReason(record) === null) continue;
    number += 1;
    if (number > 0) yield rowOf(record, number, header);
  }
}
