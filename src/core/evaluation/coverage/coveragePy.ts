import { err, ok, type Result } from '../../shared/result';
import { type Fields, type FileCoverage, field, isCount, isFields, isLine } from './coverage';

const linesIn = (value: unknown): readonly number[] | null =>
  Array.isArray(value) && value.every(isLine) ? [...new Set(value)].sort((a, b) => a - b) : null;

const readFile = (path: string, file: unknown): FileCoverage | string => {
  const executedLines = linesIn(field(file, 'executed_lines'));
  const missing = linesIn(field(file, 'missing_lines'));
  if (executedLines === null || missing === null)
    return `files[${JSON.stringify(path)}] has no executed_lines and missing_lines`;
  const summary = field(file, 'summary');
  const [lines, executed] = [field(summary, 'num_statements'), field(summary, 'covered_lines')];
  if (isCount(lines) && isCount(executed) && executed <= lines) return { path, lines, executed, executedLines };
  return { path, lines: executedLines.length + missing.length, executed: executedLines.length, executedLines };
};

/** Whether a document is coverage.py's JSON report: `meta` and `files` with lists of lines. */
export const isCoveragePy = (document: unknown): document is Fields =>
  isFields(field(document, 'meta')) && isFields(field(document, 'files'));

/**
 * `coverage json` of coverage.py, formats 1 to 3 (its `jsonreport.py`): `files[path]` with `executed_lines`,
 * `missing_lines`, `excluded_lines` and `summary`. Lines are its statements (`num_statements`), without the excluded.
 */
export const readCoveragePy = (document: Fields): Result<readonly FileCoverage[], string> => {
  const files = Object.entries(field(document, 'files') as Fields).map(([path, file]) => readFile(path, file));
  const wrong = files.find((file) => typeof file === 'string');
  if (wrong !== undefined) return err(wrong);
  return files.length === 0 ? err('files is empty') : ok(files.filter((file) => typeof file !== 'string'));
};
