import { err, ok, type Result } from '../../shared/result';
import { type Coverage, coverageOf, type FileCoverage } from './coverage';
import type { CoverageWish } from './coverageWish';
import { type CoverageReport, readCoverage } from './readCoverage';

/** Line coverage of one evaluation: what was counted, or why it is unknown. */
export interface MeasuredCoverage {
  /** 0 to 1; null where it is unknown, for the reason in `problem`. */
  readonly share: number | null;
  readonly executed: number | null;
  readonly lines: number | null;
  /** Files that counted, at most 200 of them. */
  readonly files: readonly Omit<FileCoverage, 'executedLines'>[];
  /** Whether the instance names the files that count. */
  readonly of: 'named' | 'all';
  /** Names of the reports beside the log. */
  readonly reports: readonly string[];
  readonly problem: string | null;
}

const listed = 200;

/** Paths of a report can be as long as it likes. */
const longest = 500;

const slashes = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');

/** Whether a path of a report is a wanted one: itself, or absolute on the machine that ran the tests. */
const isWanted = (path: string, wanted: string): boolean => {
  const at = slashes(path);
  if (wanted.endsWith('/')) return at.startsWith(wanted) || at.includes(`/${wanted}`);
  return at === wanted || at.endsWith(`/${wanted}`);
};

/** The report's file for a wanted one: of several the one nearest to the root; null where two are as near. */
const nearest = (files: readonly FileCoverage[], wanted: string): readonly FileCoverage[] | string => {
  const found = files.filter(({ path }) => isWanted(path, wanted));
  if (found.length === 0) return `no report speaks of ${wanted}`;
  if (wanted.endsWith('/') || found.length === 1) return found;
  const least = Math.min(...found.map(({ path }) => path.length));
  const near = found.filter(({ path }) => path.length === least);
  return near.length === 1 ? near : `several files may be ${wanted}: ${near.map(({ path }) => path).join(', ')}`;
};

/** The files that count. A wanted file that no report names is an error: a bundle's coverage would hide it. */
const selectFiles = (coverage: Coverage, files: readonly string[] | null): Result<Coverage, string> => {
  if (files === null) return ok(coverage);
  const found = files.map((wanted) => nearest(coverage.files, slashes(wanted)));
  const wrong = found.find((one) => typeof one === 'string');
  if (wrong !== undefined) {
    const names = coverage.files.slice(0, 5).map(({ path }) => path);
    return err(`${wrong}; they speak of ${names.join(', ')}${coverage.files.length > 5 ? ' and others' : ''}`);
  }
  return ok(coverageOf([...new Set(found.flatMap((one) => (typeof one === 'string' ? [] : one)))]));
};

/**
 * The line coverage that an evaluation left (SWE-Compass, test generation: executed lines of all lines of the files
 * that count). Never throws: what can't be read is a problem in words.
 */
export const measureCoverage = (wish: CoverageWish, reports: readonly CoverageReport[]): MeasuredCoverage => {
  const of = wish.files === null ? 'all' : 'named';
  const names = reports.map(({ name }) => name);
  const unknown = (problem: string): MeasuredCoverage => ({
    ...{ share: null, executed: null, lines: null, files: [], of, reports: names },
    problem: problem.slice(0, longest),
  });
  if (reports.length === 0) return unknown('the tests left no coverage report');
  const read = readCoverage(reports);
  if (!read.ok) return unknown(read.error);
  const counted = selectFiles(read.value, wish.files);
  if (!counted.ok) return unknown(counted.error);
  const { share, executed, lines, files } = counted.value;
  if (share === null) return unknown('the files that count have no line that could be executed');
  const shown = files.slice(0, listed).map((file) => ({ path: file.path, lines: file.lines, executed: file.executed }));
  return { share, executed, lines, files: shown, of, reports: names, problem: null };
};
