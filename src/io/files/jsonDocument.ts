import type { Row, RowShape } from '../../core/shared/files';
import { type DocumentEnd, type Element, jsonElements } from './jsonElements';
import { parseJson } from './jsonText';

type Chunks = AsyncIterable<Uint8Array>;

/** An object by id is held whole; more than this is asked for as JSON lines. */
const maxEntries = 1_000_000;

const endRow = (end: DocumentEnd, place: string): Row | null => {
  if (end.damage !== null) return { kind: 'broken', place, reason: end.damage };
  if (!end.closed)
    return { kind: 'broken', place, reason: 'The document ends here without its closing bracket: the file is cut.' };
  if (end.trailing)
    return { kind: 'broken', place, reason: 'Something stands behind the closing bracket; it is not read.' };
  return null;
};

const brokenElement = (element: Element, place: string): Row | null => {
  if (element.tooLong !== null)
    return { kind: 'broken', place, reason: `The element has ${element.tooLong} bytes, more than is read at once.` };
  if (element.cut) return { kind: 'broken', place, reason: 'The file is cut inside this element.' };
  return null;
};

const arrayRow = (element: Element): Row => {
  const place = `row ${element.number}`;
  const broken = brokenElement(element, place);
  if (broken) return broken;
  const parsed = parseJson(element.bytes);
  if (!parsed.ok) return { kind: 'broken', place, reason: parsed.reason };
  return { kind: 'row', place, key: null, value: parsed.value, note: parsed.note };
};

/** Elements of a JSON array as rows; a cut document gives what came before, then a broken row. */
export async function* arrayRows(chunks: Chunks): AsyncGenerator<Row> {
  let count = 0;
  let cut = false;
  for await (const item of jsonElements(chunks)) {
    if (item.kind === 'element') {
      count = item.number;
      cut = item.cut;
      yield arrayRow(item);
      continue;
    }
    const row = cut ? null : endRow(item, `row ${count + 1}`);
    if (row) yield row;
  }
}

const entryRow = (element: Element): Row => {
  const numbered = `entry ${element.number}`;
  const broken = brokenElement(element, numbered);
  if (broken) return broken;
  const parsed = parseJson(element.bytes, (text) => `{${text}}`);
  if (!parsed.ok) return { kind: 'broken', place: numbered, reason: parsed.reason };
  const [entry] = Object.entries(parsed.value as Record<string, unknown>);
  if (!entry) return { kind: 'broken', place: numbered, reason: 'The entry has no key.' };
  return { kind: 'row', place: `key ${entry[0]}`, key: entry[0], value: entry[1], note: parsed.note };
};

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object by id holds objects alone; an object with a field that is none is one row itself. */
const isById = (rows: readonly Row[]): boolean =>
  rows.length > 0 &&
  rows.every((row) => row.kind === 'broken' || isPlain(row.value) || row.value === null) &&
  rows.some((row) => row.kind === 'row' && isPlain(row.value));

const oneRow = (rows: readonly Row[]): readonly Row[] => {
  const broken = rows.filter((row) => row.kind === 'broken');
  const [first] = broken;
  if (first) return [{ kind: 'broken', place: 'row 1', reason: `${first.place}: ${first.reason}` }];
  const entries = rows.flatMap((row) => (row.kind === 'row' ? [[row.key, row.value] as const] : []));
  const notes = rows.flatMap((row) => (row.kind === 'row' && row.note !== null ? [row.note] : []));
  const value: unknown = Object.fromEntries(entries);
  return [{ kind: 'row', place: 'row 1', key: null, value, note: notes.length > 0 ? notes.join(' ') : null }];
};

/** A document that is an object: its rows; or lines of objects after all; or the reason why it is not read. */
export type ObjectDocument =
  | { readonly kind: 'rows'; readonly shape: RowShape; readonly rows: readonly Row[] }
  | { readonly kind: 'lines' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * A JSON object: either one row, or rows by id; which of them is told from all of its values. One object with
 * something behind it is the first of several lines.
 */
export const objectRows = async (chunks: Chunks): Promise<ObjectDocument> => {
  const rows: Row[] = [];
  let cut = false;
  for await (const item of jsonElements(chunks)) {
    if (item.kind === 'element') cut = item.cut;
    else if (item.trailing && !isById(rows)) return { kind: 'lines' };
    const row = item.kind === 'element' ? entryRow(item) : cut ? null : endRow(item, `entry ${rows.length + 1}`);
    if (row) rows.push(row);
    if (rows.length > maxEntries)
      return { kind: 'refused', reason: 'The object has over 1,000,000 entries; write JSON lines.' };
  }
  if (isById(rows)) return { kind: 'rows', shape: 'json-object', rows };
  return { kind: 'rows', shape: 'json-single', rows: oneRow(rows) };
};
