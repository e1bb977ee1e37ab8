import { parsePythonJson } from '../../shared/pythonJson';
import { err, ok, type Result } from '../../shared/result';
import { type Coverage, coverageOf, type FileCoverage } from './coverage';
import { isCoveragePy, readCoveragePy } from './coveragePy';
import { isIstanbul, readIstanbul } from './istanbul';
import { readLcov } from './lcov';

/** A report by the name under which it was found, for messages. */
export interface CoverageReport {
  readonly name: string;
  readonly text: string;
}

const readFiles = (text: string): Result<readonly FileCoverage[], string> => {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (plain.trim() === '') return err('it is empty');
  if (!/^\s*[[{]/.test(plain)) return readLcov(plain);
  const document = parsePythonJson(plain);
  if (document === undefined) return err('it is cut off, or no JSON');
  if (isCoveragePy(document)) return readCoveragePy(document);
  if (isIstanbul(document)) return readIstanbul(document);
  return err("it is neither coverage.py's JSON nor istanbul's (coverage-final.json, coverage-summary.json)");
};

/** A file that two reports name: what ran in either. Counts alone can't be joined, nor reports of two versions. */
const join = (one: FileCoverage, other: FileCoverage): FileCoverage | null => {
  if (one.lines !== other.lines) return null;
  if (one.executedLines && other.executedLines) {
    const executedLines = [...new Set([...one.executedLines, ...other.executedLines])].sort((a, b) => a - b);
    return executedLines.length > one.lines ? null : { ...one, executed: executedLines.length, executedLines };
  }
  return one.executed === other.executed ? one : null;
};

/**
 * Reads coverage.py's JSON, lcov, or the JSON of istanbul and c8, told by what the text holds. Several reports are
 * joined: a line counts as executed where any of them says so. The error names the report and what is wrong in it.
 */
export const readCoverage = (reports: readonly CoverageReport[]): Result<Coverage, string> => {
  const files = new Map<string, FileCoverage>();
  for (const { name, text } of reports) {
    const read = readFiles(text);
    if (!read.ok) return err(`${name}: ${read.error}`);
    for (const file of read.value) {
      const before = files.get(file.path);
      const joined = before === undefined ? file : join(before, file);
      if (joined === null) return err(`${name}: says other lines of ${file.path} than a report before it`);
      files.set(file.path, joined);
    }
  }
  return ok(coverageOf([...files.values()]));
};
