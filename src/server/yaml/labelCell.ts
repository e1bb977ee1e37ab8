import type { Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type CsvRecord, csvRecords } from '../../core/dataset/labels/csvRecords';
import type { TextSpan } from '../../core/shared/yamlPlaces';
import { documentPath } from '../documentPath';

/** The cell of a label file at the cursor. */
export interface LabelCell {
  /** Name of its column: `instance_id`, `field`, `value`, ... */
  readonly name: string;
  /** The `field` of the same row; null where it has none. */
  readonly field: string | null;
  /** What stands before the cursor, and all of it. */
  readonly written: string;
  readonly whole: string;
  /** Of the cell without quotes and blanks; of the last of several values. */
  readonly word: TextSpan;
}

const plainWord = (text: string, [start, end]: TextSpan, offset: number): TextSpan => {
  const before = /[^\s|"'[,]*$/.exec(text.slice(start, offset))?.[0].length ?? 0;
  const after = /^[^\s|"'\],]*/.exec(text.slice(offset, Math.max(offset, end)))?.[0].length ?? 0;
  return [offset - before, offset + after];
};

const cellOf = (text: string, span: TextSpan, offset: number, name: string, field: string | null): LabelCell => {
  const word = plainWord(text, span, offset);
  return { name, field, written: text.slice(word[0], offset), whole: text.slice(...word), word };
};

const kept = new WeakMap<TextDocument, { readonly version: number; readonly records: readonly CsvRecord[] }>();

/** The records of a document, read once for a version of it. */
export const recordsOf = (document: TextDocument): readonly CsvRecord[] => {
  const known = kept.get(document);
  if (known?.version === document.version) return known.records;
  const records = csvRecords(document.getText());
  kept.set(document, { version: document.version, records });
  return records;
};

const inCsv = (document: TextDocument, offset: number): LabelCell | null => {
  const text = document.getText();
  const [head, ...records] = recordsOf(document);
  const names = head?.fields.map((name) => name.trim()) ?? [];
  const isHere = (span: TextSpan): boolean => span[0] <= offset && offset <= span[1];
  const record = records.find(({ spans }) => spans.some(isHere));
  const at = record?.spans.findIndex(isHere) ?? -1;
  const span = record?.spans[at];
  if (record)
    return span ? cellOf(text, span, offset, names[at] ?? '', record.fields[names.indexOf('field')] ?? null) : null;
  // An empty line is no record: its first cell is about to be written.
  const begins = offset > (head?.spans.at(-1)?.[1] ?? 0) && /(?:^|\n)$/.test(text.slice(0, offset));
  return begins ? cellOf(text, [offset, offset], offset, names[0] ?? '', null) : null;
};

const inYaml = (document: TextDocument, position: Position): LabelCell | null => {
  const text = document.getText();
  const offset = document.offsetAt(position);
  const start = document.offsetAt({ line: position.line, character: 0 });
  const line = text.slice(start, offset);
  const names = [...line.matchAll(/(?:^|[\s{,])(instance_id|field|value|by|reason)\s*:/g)];
  const name = names.at(-1)?.[1];
  if (name === undefined) return null;
  // The row begins at the dash before the cursor and goes on to the next.
  const from = text.lastIndexOf('\n-', offset);
  const to = text.indexOf('\n-', offset);
  const row = text.slice(Math.max(0, from), to < 0 ? undefined : to);
  const field = /(?:^|[\s{,-])field\s*:\s*["']?([\w ]+?)["']?\s*(?:[,}\n]|$)/.exec(row)?.[1] ?? null;
  return cellOf(text, [start, offset + 1000], offset, name, field);
};

export const labelCellAt = (document: TextDocument, position: Position): LabelCell | null =>
  /\.csv$/i.test(documentPath(document.uri))
    ? inCsv(document, document.offsetAt(position))
    : inYaml(document, position);
