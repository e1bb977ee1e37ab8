/** One record of a CSV text with the line on which it begins (1-based). */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
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
  while (field.lastIndex < text.length || fields.length > 0) {
    const found = field.exec(text);
    if (!found) break;
    const [whole, quoted, rest, plain, end] = found;
    fields.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"') + (rest ?? ''));
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === ',') continue;
    if (fields.length > 1 || fields[0] !== '') records.push({ line: start, fields });
    fields = [];
    start = line;
  }
  return records;
};
