import { isMap, isScalar, isSeq, type Node, parseDocument, stringify, type YAMLSeq } from 'yaml';

/** An entry of a list of the study file: `id`, `path` relative to the file, and more. */
interface StudyEntry {
  readonly id: string;
  readonly path: string;
  readonly [field: string]: string | number;
}

const fieldOf = (item: unknown, name: string): unknown => (isMap(item) ? item.get(name) : undefined);

/** By id or by path, however the path is written. */
const standsThere = (items: readonly unknown[], { id, path }: StudyEntry): boolean => {
  const plain = (text: unknown) => String(text).replace(/^\.\//, '').replace(/\/+$/, '');
  return items.some((item) => fieldOf(item, 'id') === id || plain(fieldOf(item, 'path')) === plain(path));
};

/** After the line on which the last entry ends, at the column of the first one's dash. */
const afterLast = (text: string, list: YAMLSeq, entry: string, newline: string): string | null => {
  const last = list.items.at(-1) as Node | undefined;
  const [begin] = list.range ?? [];
  const end = last?.range?.[1];
  if (list.flow || begin === undefined || end === undefined) return null;
  const indent = text.slice(text.lastIndexOf('\n', begin - 1) + 1, begin);
  if (/\S/.test(indent)) return null;
  const lineEnd = text.indexOf('\n', Math.max(begin, end - 1));
  const head = lineEnd < 0 ? `${text}${newline}` : text.slice(0, lineEnd + 1);
  return `${head}${indent}- ${entry}${newline}${lineEnd < 0 ? '' : text.slice(lineEnd + 1)}`;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (isScalar(value) && value.value === null);

/**
 * The study file's text with one entry more in a list of its top; all else stays as it was, comments too. Null where the
 * entry stands there (by id or path) or where the text is no study file that can be read.
 */
export const withStudyEntry = (text: string, name: 'runs' | 'judges', fields: StudyEntry): string | null => {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const list = document.get(name, true) as unknown;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const entry = stringify(fields, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  if (isSeq(list) && standsThere(list.items, fields)) return null;
  if (isSeq(list) && list.items.length > 0) {
    const inserted = afterLast(text, list, entry, newline);
    if (inserted !== null) return inserted;
  } else if (isEmpty(list) && !document.has(name)) {
    const whole = text === '' || text.endsWith('\n') ? text : `${text}${newline}`;
    return `${whole}${newline}${name}:${newline}  - ${entry}${newline}`;
  }
  if (!isSeq(list) && !isEmpty(list)) return null;
  if (isSeq(list)) list.add(document.createNode(fields, { flow: true }));
  else document.set(name, document.createNode([fields]));
  return document.toString({ lineWidth: 0 });
};
