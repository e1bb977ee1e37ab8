import { isMap, isScalar, isSeq, type Node, parseDocument, stringify, type YAMLSeq } from 'yaml';

/** A run as an entry of `runs:`. */
export interface NewStudyRun {
  readonly id: string;
  /** Relative to the study file. */
  readonly path: string;
  readonly model: string;
  readonly agent: string;
  readonly attempt: number;
}

const entryOf = ({ id, path, model, agent, attempt }: NewStudyRun): string => {
  const fields = { id, path, model, agent, ...(attempt > 1 ? { attempt } : {}) };
  return stringify(fields, { collectionStyle: 'flow', lineWidth: 0 }).trim();
};

const fieldOf = (item: unknown, name: string): unknown => (isMap(item) ? item.get(name) : undefined);

/** By id or by path, however the path is written. */
const standsThere = (items: readonly unknown[], { id, path }: NewStudyRun): boolean => {
  const plain = (text: unknown) => String(text).replace(/^\.\//, '').replace(/\/+$/, '');
  return items.some((item) => fieldOf(item, 'id') === id || plain(fieldOf(item, 'path')) === plain(path));
};

/** After the line on which the last entry ends, at the column of the first one's dash. */
const afterLast = (text: string, runs: YAMLSeq, entry: string, newline: string): string | null => {
  const last = runs.items.at(-1) as Node | undefined;
  const [begin] = runs.range ?? [];
  const end = last?.range?.[1];
  if (runs.flow || begin === undefined || end === undefined) return null;
  const indent = text.slice(text.lastIndexOf('\n', begin - 1) + 1, begin);
  if (/\S/.test(indent)) return null;
  const lineEnd = text.indexOf('\n', Math.max(begin, end - 1));
  const head = lineEnd < 0 ? `${text}${newline}` : text.slice(0, lineEnd + 1);
  return `${head}${indent}- ${entry}${newline}${lineEnd < 0 ? '' : text.slice(lineEnd + 1)}`;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (isScalar(value) && value.value === null);

/**
 * The study file's text with one run more; all else stays as it was, comments too. Null where the run stands there or
 * where the text is no study file that can be read.
 */
export const withStudyRun = (text: string, run: NewStudyRun): string | null => {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const runs = document.get('runs', true) as unknown;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const entry = entryOf(run);
  if (isSeq(runs) && standsThere(runs.items, run)) return null;
  if (isSeq(runs) && runs.items.length > 0) {
    const inserted = afterLast(text, runs, entry, newline);
    if (inserted !== null) return inserted;
  } else if (isEmpty(runs) && !document.has('runs')) {
    const whole = text === '' || text.endsWith('\n') ? text : `${text}${newline}`;
    return `${whole}${newline}runs:${newline}  - ${entry}${newline}`;
  }
  if (!isSeq(runs) && !isEmpty(runs)) return null;
  if (isSeq(runs)) runs.add(document.createNode(JSON.parse(JSON.stringify(run)), { flow: true }));
  else document.set('runs', document.createNode([run]));
  return document.toString({ lineWidth: 0 });
};
