import type { TextSpan } from '../../shared/yamlPlaces';

/** One record of a CSV text with the line on which it begins (1-based). */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
  /** Where each field stands in the text (half-open, quotes included), as long as `fields`. */
  readonly spans: readonly TextSpan[];
}

/**
 * Records of a comma-separated text (RFC 4180): quoted fields may hold commas, line ends and doubled quotes. A quote
 * that is never closed runs to the end. Empty lines are passed over. Linear in the text's length.
 */
export const csvRecords = (text: string): readonly CsvRecord[] => {
  const records: CsvRecord[] = [];
  const field = /(?:"([^"]*(?:""[^"]*)*)(?:"|$)([^,\r\n]*)|([^,\r\n]*))(,|\r\n|\n|\r|$)/y;
  field.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  let start = 1;
  let fields: string[] = [];
  let spans: TextSpan[] = [];
  while (field.lastIndex < text.length || fields.length > 0) {
    const found = field.exec(text);
    if (!found) break;
    const [whole, quoted, rest, plain, end] = found;
    spans.push([found.index, found.index + whole.length - (end?.length ?? 0)]);
    fields.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"') + (rest ?? ''));
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === ',') continue;
    if (fields.length > 1 || fields[0] !== '') records.push({ line: start, fields, spans });
    fields = [];
    spans = [];
    start = line;
  }
  return records;
};
