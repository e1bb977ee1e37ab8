import { err, ok, type Result } from '../../shared/result';
import { type Fields, type FileCoverage, field, fileOfHits, isCount, isFields, isLine } from './coverage';

/** A file's data, which some writers put one level deeper. */
const dataOf = (value: unknown): unknown => (isFields(field(value, 'data')) ? field(value, 'data') : value);

const isFinal = (value: unknown): boolean => isFields(field(value, 'statementMap')) && isFields(field(value, 's'));

const isSummary = (value: unknown): boolean => isFields(field(value, 'lines'));

/**
 * A line ran as often as the statement on it that ran most, and counts where a statement begins
 * (`istanbul-lib-coverage`, `getLineCoverage`).
 */
const hitsOf = (path: string, data: unknown): Map<number, number> | string => {
  const hits = new Map<number, number>();
  const counts = field(data, 's');
  for (const [id, place] of Object.entries(field(data, 'statementMap') as Fields)) {
    const line = field(field(place, 'start'), 'line');
    const count = field(counts, id);
    if (!isLine(line) || typeof count !== 'number' || !Number.isFinite(count))
      return `${path}: statement ${JSON.stringify(id)} has no line or no count`;
    hits.set(line, Math.max(hits.get(line) ?? 0, count));
  }
  return hits;
};

const finalFile = (path: string, value: unknown): FileCoverage | string => {
  const data = dataOf(value);
  if (!isFinal(data)) return `${JSON.stringify(path)} has no statementMap and s`;
  const own = field(data, 'path');
  const name = typeof own === 'string' && own !== '' ? own : path;
  const hits = hitsOf(name, data);
  return typeof hits === 'string' ? hits : fileOfHits(name, hits);
};

const summaryFile = (path: string, value: unknown): FileCoverage | string => {
  const lines = field(field(value, 'lines'), 'total');
  const executed = field(field(value, 'lines'), 'covered');
  if (!isCount(lines) || !isCount(executed) || executed > lines)
    return `${JSON.stringify(path)} has no lines with total and covered`;
  return { path, lines, executed };
};

const allOf = (files: readonly (FileCoverage | string)[]): Result<readonly FileCoverage[], string> => {
  const wrong = files.find((file) => typeof file === 'string');
  if (wrong !== undefined) return err(wrong);
  return files.length === 0 ? err('no file in it') : ok(files.filter((file) => typeof file !== 'string'));
};

/** Whether a document is `coverage-final.json` or `coverage-summary.json` of istanbul, nyc, c8, jest or vitest. */
export const isIstanbul = (document: unknown): document is Fields =>
  isFields(document) && Object.values(document).some((value) => isFinal(dataOf(value)) || isSummary(value));

/**
 * `coverage-final.json`: `{ path: { statementMap, s } }`; `coverage-summary.json`: `{ total, path: { lines: { total,
 * covered } } }`, of which the total is left out, since it is a sum. c8 calls every line a statement, nyc only code.
 */
export const readIstanbul = (document: Fields): Result<readonly FileCoverage[], string> => {
  const entries = Object.entries(document);
  if (entries.some(([, value]) => isFinal(dataOf(value))))
    return allOf(entries.map(([path, value]) => finalFile(path, value)));
  return allOf(entries.filter(([path]) => path !== 'total').map(([path, value]) => summaryFile(path, value)));
};
